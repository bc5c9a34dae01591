import { delayAfter } from '@groundswell/domain/back-off';
import type { Alarm } from './time-limit.js';

/** Time and chance, handed in so that tests need neither. */
export interface Timing {
  /** The wall clock, in milliseconds since 1970. It may be set back at any moment. */
  readonly now: () => number;
  /** Milliseconds since some moment in the past, which no clock that is set changes. */
  readonly elapsed: () => number;
  readonly random: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Ends a call that takes too long; a timer of the process by default. */
  readonly alarm?: Alarm;
}

export const realTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', abort, { once: true });
    }),
};

/**
 * When an answer was sent, by the sender's clock, in milliseconds since 1970; undefined if it does not tell.
 */
export const sentAt = (headers: Headers): number | undefined => {
  const sent = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(sent) ? undefined : sent;
};

/** A minute's window and a little more: a reset further off is a clock that is wrong. */
const longestWindow = 65_000;
const delays = { first: 250, most: 10_000 };

/**
 * Applies the rate headers of the last answer to the next call. Once the window is used up every further call
 * waits for its end, instead of being refused.
 */
export class Pacing {
  /** In time that has elapsed: by the wall clock, one that is set back by an hour would close it for an hour. */
  private closedUntil = 0;

  constructor(private readonly timing: Timing) {}

  /** Reads `X-RateLimit-*` (and `Retry-After`) of an answer. The end of a window is a moment of the broker's clock. */
  read(headers: Headers): void {
    const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1_000;
    const usedUp = headers.get('x-ratelimit-remaining') === '0';
    if (Number.isFinite(retryAfter)) this.closeFor(retryAfter * 1_000);
    else if (usedUp && Number.isFinite(reset)) this.closeFor(reset - (sentAt(headers) ?? this.timing.now()));
  }

  private closeFor(milliseconds: number): void {
    const end = this.timing.elapsed() + Math.min(milliseconds, longestWindow);
    this.closedUntil = Math.max(this.closedUntil, end);
  }

  /** Waits until the window is open again, with some jitter so that calls do not come all together. */
  async turn(signal: AbortSignal | undefined): Promise<void> {
    const left = this.closedUntil - this.timing.elapsed();
    if (left > 0) await this.timing.wait(left + this.timing.random() * delays.first, signal);
  }

  /** Waits before attempt number `attempt` (2 is the first repeat): half of the delay is chance. */
  async backOff(attempt: number, signal: AbortSignal | undefined): Promise<void> {
    await this.timing.wait(delayAfter(attempt, delays, this.timing.random()), signal);
  }
}
