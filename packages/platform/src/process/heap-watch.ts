/** Share of its time that a calm process is busy at most. */
const calm = 0.4;
/** How far memory may grow before a collection, which stops the process for about a millisecond for each live mebibyte. */
const growth = 1.15;
/** Share of memory that a collection leaves when it was in vain. */
const useless = 0.95;
/** Looks after which a collection in vain is doubted: 20 seconds at first, an hour at most. */
const soonest = 4;
const latest = 720;
/** Busy looks in a row that are a flood. Shorter bursts come with every load. */
const flood = 3;

/** Decides when a process collects its garbage. Memory is in bytes. */
export interface HeapWatch {
  /** To be asked every five seconds. @param utilization share of the time since then that the process was busy */
  isDue(held: number, utilization: number): boolean;
  /** What a collection has left of what was held. */
  collected(held: number, left: number): void;
}

/**
 * A collection is repeated at the next look until one leaves no less than the one before: the first still meets what the end of a
 * flood holds. What the process holds then is what its load takes, and would grow back after each. Or the flood has not let go of it
 * yet: so the process collects again later, then after twice as long each time, and soon after each change of its load.
 */
export const openHeapWatch = (start: number): HeapWatch => {
  let usual = start;
  let lastLeft: number | undefined;
  /** Since the last collection. */
  let looks = 0;
  /** Collections, since the load last changed. */
  let inVain = 0;
  /** Looks in a row. */
  let busy = 0;
  return {
    isDue(held, utilization) {
      looks += 1;
      const isBusy = utilization > calm;
      busy = isBusy ? busy + 1 : 0;
      const isLess = held < usual / growth;
      const isMore = held >= usual * growth;
      if (busy >= flood || isLess || isMore) inVain = 0;
      if (isBusy) lastLeft = undefined;
      else if (isLess) usual = held;
      const isDoubted = looks >= Math.min(soonest * 2 ** Math.max(inVain - 1, 0), latest);
      return !isBusy && (lastLeft !== undefined || isMore || (isDoubted && held >= start * growth));
    },
    collected(held, left) {
      looks = 0;
      const isInVain = left > Math.min(held, lastLeft ?? held) * useless;
      lastLeft = isInVain ? undefined : left;
      if (!isInVain) return;
      usual = held;
      inVain += 1;
    },
  };
};
