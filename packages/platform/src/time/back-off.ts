import { setTimeout } from 'node:timers/promises';
import { delayAfter } from '@groundswell/domain/back-off';

/** Doubling pauses with jitter, so that many waiters do not come back in step. */
export interface BackOff {
  /** Pauses before the next attempt; resolves early when the signal aborts. */
  wait(signal?: AbortSignal): Promise<void>;
  /** The last attempt went well. */
  reset(): void;
}

/** Resolves after some milliseconds, or when the signal aborts. */
export type Pause = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const realPause: Pause = (milliseconds, signal) =>
  setTimeout(milliseconds, undefined, signal ? { signal } : {}).catch(() => undefined);

/** By what pauses are chosen and pass; the real ones where left out. */
export interface Pausing {
  readonly random?: (() => number) | undefined;
  readonly pause?: Pause | undefined;
}

/** @param first milliseconds of the first pause; @param most milliseconds of the longest */
export const backOff = ({
  first = 50,
  most = 5_000,
  random = Math.random,
  pause = realPause,
}: { readonly first?: number; readonly most?: number } & Pausing = {}): BackOff => {
  let failures = 0;
  return {
    async wait(signal) {
      failures += 1;
      await pause(delayAfter(failures, { first, most }, random()), signal);
    },
    reset() {
      failures = 0;
    },
  };
};
