import { setImmediate } from 'node:timers/promises';

/** What has arrived and was not taken yet, until no more comes. */
export interface Arrivals<Item> {
  /** How many there are. */
  readonly waiting: number;
  push(item: Item): void;
  /** No more comes, for a reason. False when that was known before. */
  end(reason: Error): boolean;
  /**
   * Waits until something is there, at most `patience` milliseconds: then undefined.
   * Rejects with the reason once all has been taken.
   */
  take(limit: number, patience: number): Promise<readonly Item[] | undefined>;
}

export const createArrivals = <Item>(): Arrivals<Item> => {
  const queue: Item[] = [];
  let ended: Error | undefined;
  let wake = (): void => undefined;

  const arrival = (patience: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      wake = () => {
        clearTimeout(timer);
        wake = () => undefined;
        resolve();
      };
    });

  return {
    get waiting() {
      return queue.length;
    },
    push(item) {
      queue.push(item);
      wake();
    },
    end(reason) {
      if (ended) return false;
      ended = reason;
      wake();
      return true;
    },
    async take(limit, patience) {
      if (queue.length === 0 && !ended) {
        await arrival(patience);
        // What arrived in one piece of the connection is delivered as one batch: its events are decoded in
        // this turn.
        await setImmediate();
      }
      if (queue.length > 0) return queue.splice(0, limit);
      if (ended) throw ended;
      return undefined;
    },
  };
};
