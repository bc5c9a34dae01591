import { TooBusy } from '@groundswell/platform';

export interface QueueBounds {
  readonly atOnce: number;
  readonly waiting: number;
  /** Of one key: whoever sends a flood fills their own share. */
  readonly waitingOfOne: number;
}

/**
 * Runs at most so many at a time, of each key in order, and the keys in turn: who comes alone waits for one of each flood,
 * not for all of them.
 * @throws TooBusy when too many wait
 */
export const createFairQueue = ({ atOnce, waiting: most, waitingOfOne }: QueueBounds) => {
  /** Those who wait, by key; the key whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  let waitingInAll = 0;

  const turnOf = (key: string): Promise<void> =>
    new Promise((turn) => {
      const ofKey = waiting.get(key) ?? [];
      if (waitingInAll >= most || ofKey.length >= waitingOfOne) throw new TooBusy('too many wait');
      waiting.set(key, [...ofKey, turn]);
      waitingInAll += 1;
    });

  const startNext = (): void => {
    const next = waiting.entries().next().value;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [key, [turn, ...rest]] = next;
    waiting.delete(key);
    if (rest.length > 0) waiting.set(key, rest);
    waitingInAll -= 1;
    turn?.();
  };

  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await turnOf(key);
    else running += 1;
    try {
      return await work();
    } finally {
      startNext();
    }
  };
};
