import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '@groundswell/platform/event-store';
import type { Append } from '../history/writer.js';

/** An event that was appended, and when. In milliseconds, of a clock that is never set. */
export interface Appended {
  readonly position: bigint;
  readonly at: number;
}

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
      const next = history.next();
      if (next.done) throw new Error('the history came to its end before the strikes');
      const { stream, events: some, expectedRevision } = next.value;
      const { position } = await eventStore.append(stream, some, { expectedRevision });
      events += some.length;
      if (stream.startsWith('concept-')) appended.push({ position: position.commit, at: performance.now() });
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
