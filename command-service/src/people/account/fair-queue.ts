import { TooBusy } from '@groundswell/platform';

export interface QueueBounds {
  readonly atOnce: number;
  /** Of these, strangers at most, and none while a known person is at work. */
  readonly strangersAtOnce: number;
  /** Milliseconds after the last stranger's turn in which one comes although known people are at work. */
  readonly strangersEvery: number;
  /** Waiting at most: known people, and again as many strangers. */
  readonly waiting: number;
  /** For one key: a flood fills only its own share. */
  readonly waitingOfOne: number;
  /** Milliseconds from a request to the end of its work. What recent work took is left for the work, up to two thirds. */
  readonly longest: number;
}

/** The one who asks for work to be done. */
export interface Asker {
  /** Keys take turns. */
  readonly key: string;
  /** Whether they have proven their identity before: strangers wait for them. */
  readonly known: boolean;
}

/** Limited places, in all and for each key. */
const createPlaces = ({ waiting: most, waitingOfOne }: Pick<QueueBounds, 'waiting' | 'waitingOfOne'>) => {
  const ofKeys = new Map<string, number>();
  let inAll = 0;
  /** Takes a place and returns the function that gives it back. @throws TooBusy */
  return (key: string): (() => void) => {
    const ofKey = ofKeys.get(key) ?? 0;
    if (inAll >= most || ofKey >= waitingOfOne) throw new TooBusy('too many wait');
    ofKeys.set(key, ofKey + 1);
    inAll += 1;
    return () => {
      inAll -= 1;
      const left = (ofKeys.get(key) ?? 0) - 1;
      if (left > 0) ofKeys.set(key, left);
      else ofKeys.delete(key);
    };
  };
};

/**
 * Waiting requests, served key by key in turn.
 * @param longest milliseconds that a request which begins to wait now may wait
 */
const createLane = (bounds: QueueBounds, longest: () => number) => {
  /** By key; the key with the next turn comes first. */
  const waiting = new Map<string, readonly (() => void)[]>();
  const takePlace = createPlaces(bounds);
  const leave = (key: string, turn: () => void): void => {
    const left = waiting.get(key)?.filter((each) => each !== turn) ?? [];
    if (left.length > 0) waiting.set(key, left);
    else waiting.delete(key);
  };
  return {
    wait: (key: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const giveBack = takePlace(key);
        const giveUp = setTimeout(() => {
          leave(key, turn);
          giveBack();
          reject(new TooBusy('waited too long'));
        }, longest());
        const turn = (): void => {
          clearTimeout(giveUp);
          giveBack();
          resolve();
        };
        waiting.set(key, [...(waiting.get(key) ?? []), turn]);
      }),
    next(): (() => void) | undefined {
      const next = waiting.entries().next().value;
      if (next === undefined) return undefined;
      const [key, [turn, ...rest]] = next;
      waiting.delete(key);
      if (rest.length > 0) waiting.set(key, rest);
      return turn;
    },
  };
};

/**
 * Limits how many tasks run at a time: each key's in order, and the keys in turn. A single caller waits for
 * one task of each flood, not for all of them. Known people neither wait behind strangers, nor use their
 * places, nor share the processor with more than the one who had begun.
 * @param now milliseconds that only grow
 * @param age milliseconds since the request was received that asks
 */
export const createFairQueue = (
  bounds: QueueBounds,
  now: () => number = () => performance.now(),
  age: () => number = () => 0,
) => {
  /**
   * Moving average in milliseconds: what comes next meets the same load. Work during which the process was frozen counts as
   * what takes all the time, so that quick work soon makes up for it. It counts half as much after each second without work:
   * one that lets no one in would never be corrected.
   */
  let workTakes = 0;
  let idleSince = now();
  /** Never less than a third: a few requests of one office that come at once are served one after the other. */
  const longestWait = (): number =>
    Math.max(0, Math.max(bounds.longest / 3, bounds.longest - workTakes) - age());
  const [known, strangers] = [createLane(bounds, longestWait), createLane(bounds, longestWait)];
  const inside = {
    waiting: bounds.waiting + bounds.atOnce,
    waitingOfOne: bounds.waitingOfOne + bounds.atOnce,
  };
  const [places, placesOfStrangers] = [createPlaces(inside), createPlaces(inside)];
  const running = { known: 0, strangers: 0 };
  let strangersTurn = Number.NEGATIVE_INFINITY;

  const mayStrangersStart = (): boolean =>
    running.strangers < bounds.strangersAtOnce &&
    (running.known === 0 || now() - strangersTurn >= bounds.strangersEvery);

  const mayStart = (kind: keyof typeof running): boolean =>
    running.known + running.strangers < bounds.atOnce && (kind === 'known' || mayStrangersStart());

  const begin = (kind: keyof typeof running): void => {
    running[kind] += 1;
    if (kind === 'strangers') strangersTurn = now();
  };

  const forgetWhileIdle = (): void => {
    if (running.known + running.strangers > 0) return;
    workTakes *= 0.5 ** ((now() - idleSince) / 1_000);
    idleSince = now();
  };

  /** Quick work is done late rather than not at all. */
  const isTooLate = (): boolean => workTakes > bounds.longest / 3 && longestWait() <= 0;

  const startNext = (): void => {
    for (const [kind, lane] of [['known', known] as const, ['strangers', strangers] as const]) {
      const turn = mayStart(kind) ? lane.next() : undefined;
      if (!turn) continue;
      begin(kind);
      turn();
      return;
    }
  };

  return {
    /**
     * Lets in as many as may wait and be at work, before what leads to the work: a flood must not cost that, either. Returns the
     * function to call when all is done. @throws TooBusy when too many are in
     */
    enter: ({ known, key }: Asker): (() => void) => (known ? places : placesOfStrangers)(key),
    /** @throws TooBusy when too many wait, after the longest wait, or when it is too late for work that takes long */
    async run<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> {
      const kind = asker.known ? 'known' : 'strangers';
      forgetWhileIdle();
      if (isTooLate()) throw new TooBusy('too late');
      if (mayStart(kind)) begin(kind);
      else await (asker.known ? known : strangers).wait(asker.key);
      const began = now();
      try {
        return await work();
      } finally {
        workTakes = (workTakes + Math.min(now() - began, bounds.longest)) / 2;
        running[kind] -= 1;
        idleSince = now();
        startNext();
      }
    },
  };
};
