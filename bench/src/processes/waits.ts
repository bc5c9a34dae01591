import { setTimeout as pause } from 'node:timers/promises';
import type { Appended } from './live-history.js';
import type { Tables } from './tables.js';

/** Read models that each change of a concept concerns. */
const watched = ['trendList', 'conceptRecord', 'logChain'];

/** Milliseconds between two looks. */
const every = 50;

/** How long changes of concepts wait until read models have them. */
export interface Waits {
  /** By read model, the longest wait so far, in milliseconds. */
  readonly longest: ReadonlyMap<string, number>;
  /** Resolves once none has been waiting for a second. */
  over(): Promise<void>;
  stop(): Promise<void>;
}

/** @param appended grows while it is watched */
export const watchWaits = (tables: Pick<Tables, 'positions'>, appended: readonly Appended[]): Waits => {
  const longest = new Map(watched.map((name) => [name, 0]));
  /** By read model, the first change that it may lack. */
  const next = new Map(watched.map((name) => [name, 0]));
  let going = true;
  let waitingNow = 0;
  const look = async (): Promise<void> => {
    const positions = await tables.positions();
    const now = performance.now();
    const waits: number[] = [];
    for (const name of watched) {
      const reached = positions.get(name) ?? -1n;
      let index = next.get(name) ?? 0;
      while ((appended[index]?.position ?? reached + 1n) <= reached) index += 1;
      next.set(name, index);
      const wait = now - (appended[index]?.at ?? now);
      waits.push(wait);
      longest.set(name, Math.max(longest.get(name) ?? 0, wait));
    }
    waitingNow = Math.max(...waits);
  };
  const ended = (async () => {
    while (going) {
      // While PostgreSQL is away, events wait, and are looked at again.
      await look().catch(() => undefined);
      await pause(every);
    }
  })();
  return {
    longest,
    async over() {
      do await pause(2 * every);
      while (waitingNow >= 1_000);
    },
    stop() {
      going = false;
      return ended;
    },
  };
};
