/** Share of its time that a calm process is busy at most. */
const calm = 0.4;
/** How far memory may grow before a collection, which stops the process for about a millisecond for each live mebibyte. */
const growth = 1.15;
/** Share of memory that a collection leaves when it was in vain. */
const useless = 0.95;

/** Decides when a process collects its garbage. Memory is in bytes. */
export interface HeapWatch {
  /** @param utilization share of the time since the last look that the process was busy */
  isDue(held: number, utilization: number): boolean;
  /** What a collection has left of what was held. */
  collected(held: number, left: number): void;
}

/**
 * A collection is repeated at the next look until one leaves no less than the one before: the first still meets what the end of a
 * flood holds. What the process holds then is what its load takes, and would grow back after each.
 */
export const openHeapWatch = (start: number): HeapWatch => {
  let usual = start;
  let lastLeft: number | undefined;
  return {
    isDue(held, utilization) {
      if (utilization > calm) {
        lastLeft = undefined;
        return false;
      }
      if (held < usual / growth) usual = held;
      return lastLeft !== undefined || held >= usual * growth;
    },
    collected(held, left) {
      const isInVain = left > Math.min(held, lastLeft ?? held) * useless;
      if (isInVain) usual = held;
      lastLeft = isInVain ? undefined : left;
    },
  };
};
