import { nearest, parse, print } from './decimals.js';
import type { Rules } from './rules.js';

/** Date and recorded return, ascending; the very first return is null. */
export type Returns = readonly (readonly [date: string, totalReturn: string | null])[];

export interface Change {
  /** ISO instant. */
  readonly at: string;
  /** Symbol to its new weight in hundredths of a percent; null when it was removed. */
  readonly weights: ReadonlyMap<string, bigint | null>;
}

interface Composition {
  readonly date: string;
  readonly weights: ReadonlyMap<string, bigint>;
}

const inNewYork = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
});

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay());

const weekdayFrom = (date: string): string => (isWeekend(date) ? weekdayFrom(dayAfter(date)) : date);

/** Compositions with the date each starts to apply. */
const compositionsOf = (changes: readonly Change[], { changeHour }: Rules): Composition[] => {
  const found: Composition[] = [];
  let held = new Map<string, bigint>();
  for (const { at, weights } of changes) {
    held = new Map(held);
    for (const [symbol, weight] of weights) {
      if (weight === null) held.delete(symbol);
      else held.set(symbol, weight);
    }
    const [date = '', time = ''] = inNewYork.format(new Date(at)).split(' ');
    const own = Number(time.slice(0, 2)) < changeHour ? date : dayAfter(date);
    const before = found.at(-1);
    const counted = before && before.date > own ? before.date : own;
    if (before?.date === counted) found.pop();
    if (before || held.size > 0) found.push({ date: counted, weights: held });
  }
  return found;
};

/** Value of one unit at each session, as integers; undefined before its first price. */
const levelsOf = (returns: Returns, sessions: readonly string[], rules: Rules): (bigint | undefined)[] => {
  const one = 10n ** BigInt(rules.keptDecimals);
  const levels: (bigint | undefined)[] = [];
  let level: bigint | undefined;
  let at = 0;
  for (const session of sessions) {
    const days: Returns[number][] = [];
    for (let day = returns[at]; day && day[0] <= session; day = returns[at]) {
      days.push(day);
      at += 1;
    }
    const counted = rules.countsDaysBetween ? days : days.filter(([date]) => date === session);
    for (const [, change] of counted) {
      level =
        level === undefined ? one : nearest(level * (one + parse(change ?? '0', rules.keptDecimals)), one);
    }
    levels.push(days.length > 0 || rules.keepsLastPrice ? level : undefined);
  }
  return levels;
};

const sameWeights = (one: ReadonlyMap<string, bigint>, other: ReadonlyMap<string, bigint>): boolean =>
  one.size === other.size && [...one].every(([symbol, weight]) => other.get(symbol) === weight);

const periodOf = (date: string, months: number): string =>
  `${date.slice(0, 4)}/${Math.floor((Number(date.slice(5, 7)) - 1) / months)}`;

export interface Point {
  readonly date: string;
  readonly portfolio_growth: number;
  readonly spy_growth: number;
  readonly tracked: boolean;
}

interface Market {
  readonly sessions: readonly string[];
  readonly returnsOf: (symbol: string) => Returns;
}

/** Composition at each session, and the first session from which it was tracked. */
const heldAt = (compositions: readonly Composition[], sessions: readonly string[], rules: Rules) => {
  const countingAt = (session: string) => compositions.findLast(({ date }) => date <= session)?.weights;
  const begins = (weights?: ReadonlyMap<string, bigint>) =>
    weights !== undefined && (weights.size > 0 || !rules.beginsWithHoldings);
  const isOld = compositions.some(({ date, weights }, at) => {
    const close = rules.weekdaysBefore ? weekdayFrom(date) : date;
    const until = compositions[at + 1]?.date;
    return date < (sessions[0] ?? '') && begins(weights) && (until === undefined || until > close);
  });
  const found = isOld ? 0 : sessions.findIndex((session) => begins(countingAt(session)));
  const trackedFrom = found < 0 ? sessions.length : found;
  const backwards =
    (found < 0 ? undefined : countingAt(sessions[found] ?? '')) ??
    compositions.at(-1)?.weights ??
    new Map<string, bigint>();
  const held = sessions.map((session, at) =>
    at < trackedFrom ? backwards : (countingAt(session) ?? backwards),
  );
  return { held, trackedFrom };
};

type Levels = (symbol: string, at: number) => bigint;

/** A trend at one session. */
interface Moment {
  readonly at: number;
  readonly weights: ReadonlyMap<string, bigint>;
  readonly priced: readonly (readonly [symbol: string, weight: bigint])[];
}

/** Units a value buys, by weight. */
const bought = (value: bigint, { at, weights, priced }: Moment, levelOf: Levels, rules: Rules) => {
  const shared = rules.spread ? priced : [...weights];
  const whole = shared.reduce((sum, [, weight]) => sum + weight, 0n);
  return new Map(
    priced.map(([symbol, weight]) => [symbol, nearest(value * weight, whole * levelOf(symbol, at))]),
  );
};

interface Course {
  readonly rules: Rules;
  readonly sessions: readonly string[];
  readonly held: readonly ReadonlyMap<string, bigint>[];
  readonly trackedFrom: number;
}

/** Whether the method page requires rebalancing to the target weights at a session's close. */
const isDue = (
  { rules, sessions, held, trackedFrom }: Course,
  { at, weights, priced }: Moment,
  units: ReadonlyMap<string, bigint>,
): boolean => {
  const { change, tracking, firstPrice, months } = rules.rebalance;
  const [before, now] = [sessions[at - 1] ?? '', sessions[at] ?? ''];
  return (
    (change && !sameWeights(weights, held[at - 1] ?? weights)) ||
    (tracking && at === trackedFrom) ||
    (firstPrice && priced.some(([symbol]) => !units.has(symbol))) ||
    periodOf(now, months) !== periodOf(before, months)
  );
};

/** Dollars at each session from the first one with any price, with the decimals of units and levels. */
const valuesOf = (course: Course, levelOf: Levels): { at: number; value: bigint }[] => {
  const { rules, sessions, held } = course;
  const values: { at: number; value: bigint }[] = [];
  let value = BigInt(rules.start) * 10n ** BigInt(2 * rules.keptDecimals);
  let units = new Map<string, bigint>();
  for (const at of sessions.keys()) {
    const weights = held[at] ?? new Map<string, bigint>();
    const moment = { at, weights, priced: [...weights].filter(([symbol]) => levelOf(symbol, at) > 0n) };
    if (values.length === 0 && moment.priced.length === 0) continue;
    if (units.size > 0) {
      value = [...units].reduce((sum, [symbol, count]) => sum + count * levelOf(symbol, at), 0n);
    }
    if (values.length === 0 || isDue(course, moment, units)) units = bought(value, moment, levelOf, rules);
    values.push({ at, value });
  }
  return values;
};

/** The growth of a trend, computed only from the rules. */
export const growthBy = (
  rules: Rules,
  changes: readonly Change[],
  { sessions, returnsOf }: Market,
): Point[] => {
  const { keptDecimals, dollarDecimals } = rules;
  const { held, trackedFrom } = heldAt(compositionsOf(changes, rules), sessions, rules);
  const symbols = new Set([rules.benchmark, ...held.flatMap((weights) => [...weights.keys()])]);
  const levels = new Map(
    [...symbols].map((symbol) => [symbol, levelsOf(returnsOf(symbol), sessions, rules)]),
  );
  const levelOf: Levels = (symbol, at) => levels.get(symbol)?.[at] ?? 0n;
  const dollars = (exact: bigint) =>
    print(nearest(exact, 10n ** BigInt(2 * keptDecimals - dollarDecimals)), dollarDecimals);
  const values = valuesOf({ rules, sessions, held, trackedFrom }, levelOf);
  const first = values[0]?.at ?? 0;
  const one = BigInt(rules.start) * 10n ** BigInt(2 * keptDecimals);
  const market = nearest(one, levelOf(rules.benchmark, first) || 1n);
  return values.map(({ at, value }) => ({
    date: sessions[at] ?? '',
    portfolio_growth: dollars(value),
    spy_growth: dollars(market * levelOf(rules.benchmark, at)),
    tracked: at >= trackedFrom,
  }));
};
