import { type Refusal, refuse } from '@groundswell/contracts';
import type { Exchange } from '@groundswell/platform/http';

/** Counts attempts by key. Answers the seconds to wait when there were too many. */
export interface Counter {
  count(key: string, now: number): Promise<number | undefined>;
}

/** Counts one attempt with each counter, and refuses when one of them is full. Says when another one is heard. */
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
