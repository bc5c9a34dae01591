import { TooBusy } from '@groundswell/platform';

export interface QueueBounds {
  readonly atOnce: number;
  /** Of these, strangers at most. */
  readonly strangersAtOnce: number;
  /** Waiting at most: known people, and again as many strangers. */
  readonly waiting: number;
  /** For one key: a flood fills only its own share. */
  readonly waitingOfOne: number;
  /** Milliseconds after which a waiting request is refused. */
  readonly longest: number;
}

/** The one who asks for work to be done. */
export interface Asker {
  /** Keys take turns. */
  readonly key: string;
  /** Whether they have proven their identity before: strangers wait for them. */
  readonly known: boolean;
}

/** Waiting requests, served key by key in turn. */
const createLane = ({ waiting: most, waitingOfOne, longest }: QueueBounds) => {
  /** By key; the key with the next turn comes first. */
  const waiting = new Map<string, readonly (() => void)[]>();
  let inAll = 0;
  const leave = (key: string, turn: () => void): void => {
    const left = waiting.get(key)?.filter((each) => each !== turn) ?? [];
    if (left.length > 0) waiting.set(key, left);
    else waiting.delete(key);
    inAll -= 1;
  };
  return {
    wait: (key: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const ofKey = waiting.get(key) ?? [];
        if (inAll >= most || ofKey.length >= waitingOfOne) throw new TooBusy('too many wait');
        const giveUp = setTimeout(() => {
          leave(key, turn);
          reject(new TooBusy('waited too long'));
        }, longest);
        const turn = (): void => {
          clearTimeout(giveUp);
          resolve();
        };
        waiting.set(key, [...ofKey, turn]);
        inAll += 1;
      }),
    next(): (() => void) | undefined {
      const next = waiting.entries().next().value;
      if (next === undefined) return undefined;
      const [key, [turn, ...rest]] = next;
      waiting.delete(key);
      if (rest.length > 0) waiting.set(key, rest);
      inAll -= 1;
      return turn;
    },
  };
};

/**
 * Limits how many tasks run at a time: each key's in order, and the keys in turn. A single caller waits for
 * one task of each flood, not for all of them. Known people neither wait behind strangers nor use their
 * places.
 * @throws TooBusy when too many wait, or after the longest wait
 */
export const createFairQueue = (bounds: QueueBounds) => {
  const [known, strangers] = [createLane(bounds), createLane(bounds)];
  const running = { known: 0, strangers: 0 };

  const mayStart = (kind: keyof typeof running): boolean =>
    running.known + running.strangers < bounds.atOnce &&
    (kind === 'known' || running.strangers < bounds.strangersAtOnce);

  const startNext = (): void => {
    for (const [kind, lane] of [['known', known] as const, ['strangers', strangers] as const]) {
      const turn = mayStart(kind) ? lane.next() : undefined;
      if (!turn) continue;
      running[kind] += 1;
      turn();
      return;
    }
  };

  return async <Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> => {
    const kind = asker.known ? 'known' : 'strangers';
    if (mayStart(kind)) running[kind] += 1;
    else await (asker.known ? known : strangers).wait(asker.key);
    try {
      return await work();
    } finally {
      running[kind] -= 1;
      startNext();
    }
  };
};
