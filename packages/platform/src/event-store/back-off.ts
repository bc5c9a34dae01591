import { setTimeout } from 'node:timers/promises';

/** Doubling pauses with jitter, so that many waiters do not come back in step. */
export interface BackOff {
  /** Pauses before the next attempt; resolves early when the signal aborts. */
  wait(signal?: AbortSignal): Promise<void>;
  /** The last attempt went well. */
  reset(): void;
}

/** @param first milliseconds of the first pause; @param most milliseconds of the longest */
export const backOff = ({ first = 50, most = 5_000, random = Math.random } = {}): BackOff => {
  let next = first;
  return {
    async wait(signal) {
      const pause = next / 2 + (random() * next) / 2;
      next = Math.min(most, next * 2);
      await setTimeout(pause, undefined, signal ? { signal } : {}).catch(() => undefined);
    },
    reset() {
      next = first;
    },
  };
};
