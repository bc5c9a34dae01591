import { type Refusal, refuse } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';

/** Counts attempts by key. Returns the seconds to wait when there were too many. */
export interface Counter {
  count(key: string, now: number): Promise<number | undefined>;
}

/** Refused because of too many attempts. */
export interface Limited extends Refusal {
  /** Seconds until the next attempt is allowed. */
  readonly retryAfter: number;
}

/** The answer, with the time of the next attempt where there were too many. */
export const withRetryAfter = <Answer extends object>(
  exchange: Pick<Exchange, 'setHeader'>,
  answer: Answer | Limited,
): Answer | Limited => {
  if ('retryAfter' in answer) exchange.setHeader('retry-after', String(answer.retryAfter));
  return answer;
};

/** Counts one attempt with each counter, and refuses when one of them is full, with the time of the next. */
export const overLimit = async (
  exchange: Pick<Exchange, 'setHeader'>,
  now: Date,
  ...counts: readonly (readonly [Counter, string])[]
): Promise<Refusal | undefined> => {
  for (const [counter, key] of counts) {
    const retryAfter = await counter.count(key, now.getTime());
    if (retryAfter === undefined) continue;
    exchange.setHeader('retry-after', String(retryAfter));
    return refuse('TooManyRequests');
  }
  return undefined;
};
