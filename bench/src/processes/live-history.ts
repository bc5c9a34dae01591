import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '@groundswell/platform/event-store';
import type { Append } from '../history/writer.js';

/** Streams whose appends may be under way at once while nobody waits. */
const ahead = 40;

/** An event that was appended, and when. In milliseconds, of a clock that is never set. */
export interface Appended {
  readonly position: bigint;
  readonly at: number;
}

/** Appends a part of a history as fast as the store takes it. @returns how many events */
export const appendAtOnce = async (
  eventStore: EventStore,
  history: Iterator<Append>,
  least: number,
): Promise<number> => {
  const underWay = new Map<string, Promise<unknown>>();
  let events = 0;
  while (events < least) {
    const { value, done } = history.next();
    if (done) throw new Error('the history is shorter than this');
    const append: Append = value;
    await underWay.get(append.stream);
    underWay.delete(append.stream);
    const { expectedRevision } = append;
    underWay.set(append.stream, eventStore.append(append.stream, append.events, { expectedRevision }));
    events += append.events.length;
    const [oldest] = underWay;
    if (underWay.size < ahead || !oldest) continue;
    await oldest[1];
    underWay.delete(oldest[0]);
  }
  await Promise.all(underWay.values());
  return events;
};

/** A history that goes on at a steady rate, also while the store is away: its appends wait. */
export interface LiveHistory {
  /** Of changes to concepts, the newest ones. */
  readonly appended: readonly Appended[];
  /** How many events, of all kinds. */
  readonly events: () => number;
  /** Resolves once all that was begun is in the log. */
  stop(): Promise<void>;
}

export const goOn = (eventStore: EventStore, history: Iterator<Append>, perSecond: number): LiveHistory => {
  const appended: Appended[] = [];
  let events = 0;
  let going = true;
  const started = performance.now();
  const ended = (async () => {
    while (going) {
      const late = performance.now() - started - (events * 1_000) / perSecond;
      if (late < 0) await pause(-late);
      const { value, done } = history.next();
      if (done) throw new Error('the history came to its end before the strikes');
      const append: Append = value;
      const { expectedRevision } = append;
      const { position } = await eventStore.append(append.stream, append.events, { expectedRevision });
      events += append.events.length;
      if (append.stream.startsWith('concept-'))
        appended.push({ position: position.commit, at: performance.now() });
    }
  })();
  ended.catch(() => undefined);
  return {
    appended,
    events: () => events,
    stop() {
      going = false;
      return ended;
    },
  };
};
