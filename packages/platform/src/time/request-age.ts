import { AsyncLocalStorage } from 'node:async_hooks';
import { timeLimits } from '../network/time-limits.js';

const received = new AsyncLocalStorage<number>();

/** Runs `work` as that of a request that has just been received whole. */
export const withRequest = <Result>(work: () => Result): Result => received.run(performance.now(), work);

/** Runs `work` that several requests wait for, so that the age of the first one does not shorten it for the others. */
export const outsideRequests = <Result>(work: () => Result): Result => received.exit(work);

/**
 * Milliseconds since the request at hand was received whole, 0 outside of one. How long a slow phone took to send it
 * does not count.
 */
export const requestAge = (): number => {
  const instant = received.getStore();
  return instant === undefined ? 0 : performance.now() - instant;
};

/**
 * How long to wait for the event store, in milliseconds: a request gives up earlier, because a person waits for its answer.
 * @param usual outside of a request
 */
export const patienceFor = (usual: number): number => {
  if (received.getStore() === undefined) return usual;
  return Math.min(usual, Math.max(Math.ceil(timeLimits.request - requestAge()), timeLimits.lateWait));
};
