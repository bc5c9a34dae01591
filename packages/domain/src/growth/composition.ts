import { growthMethod } from '@groundswell/contracts';
import { dateAfter, newYorkHourOf, weekdayFrom } from '../calendar/index.js';

/** A concept's holding of one symbol. Only the ratio of weights counts: their sum need not be 1. */
export interface Holding {
  readonly symbol: string;
  /** Basis points, above 0. */
  readonly weight: number;
}

/** All holdings of a concept, from the close of the first session at or after `date`. */
export interface Composition {
  readonly date: string;
  readonly holdings: readonly Holding[];
}

/**
 * The first date at whose close a change made at this instant can count: the same day until 13:00 in New
 * York, before even a half day closes, else the next. No change ever counts at a price known before it.
 */
export const effectiveDateOf = (instant: string): string => {
  const { date, hour } = newYorkHourOf(instant);
  return hour < growthMethod.changeHour ? date : dateAfter(date, 1);
};

/** The holdings at one session of the window, and whether they have just changed. */
export interface Held {
  readonly holdings: readonly Holding[];
  readonly changed: boolean;
}

/** A concept's history mapped to sessions. */
export interface Timeline {
  /** One per session. */
  readonly held: readonly Held[];
  /** Index of the first session with tracked growth, or the number of sessions if there is none. */
  readonly trackedFrom: number;
}

/** Two compositions are equal when they hold the same weights of the same symbols, in any order. */
const keyOf = (holdings: readonly Holding[]): string =>
  holdings
    .map(({ symbol, weight }) => `${symbol} ${weight}`)
    .sort()
    .join(',');

/**
 * Index of the first session at whose close something is held, or the number of sessions if there is none: what was
 * removed again before any close never began. Every weekday before the window is taken to have had one.
 */
const beginningOf = (counting: readonly Composition[], sessions: readonly string[]): number => {
  const opening = sessions[0] ?? '';
  for (const [index, { date, holdings }] of counting.entries()) {
    if (holdings.length === 0) continue;
    const at = sessions.findIndex((session) => session >= date);
    const close = date < opening ? weekdayFrom(date) : (sessions[at] ?? '');
    const next = counting[index + 1];
    if (!next || next.date > close) return at;
  }
  return sessions.length;
};

/**
 * Maps compositions, in the order they were made, to the sessions of a window. Of several that count from the
 * same session the last one applies. Before the first one that holds something its holdings are applied backwards:
 * simulation, not history.
 * @param history all of it; of what was before the window, the first composition that holds something at a close, and the last one, are enough
 */
export const timelineOf = (history: readonly Composition[], sessions: readonly string[]): Timeline => {
  const last = sessions.at(-1) ?? '';
  const counting = history.filter(({ date }) => date <= last);
  const trackedFrom = beginningOf(counting, sessions);
  const firstSession = sessions[trackedFrom] ?? last;
  let next = counting.filter(({ date }) => date <= firstSession).length;
  let current = (trackedFrom < sessions.length ? counting[next - 1] : history.at(-1))?.holdings ?? [];
  const held = sessions.map((session, index): Held => {
    const before = current;
    for (let change = counting[next]; change && change.date <= session; change = counting[next]) {
      current = change.holdings;
      next += 1;
    }
    // Most sessions change nothing. The list is then the same object and needs no comparison.
    const other = current !== before && keyOf(current) !== keyOf(before);
    return { holdings: current, changed: other || (index === trackedFrom && index > 0) };
  });
  return { held, trackedFrom };
};
