import { AsyncLocalStorage } from 'node:async_hooks';

const received = new AsyncLocalStorage<number>();

/** Runs `work` as that of a request that has just been received whole. */
export const withRequest = <Result>(work: () => Result): Result => received.run(performance.now(), work);

/**
 * Milliseconds since the request at hand was received whole, 0 outside of one. How long a slow phone took to send it
 * does not count.
 */
export const requestAge = (): number => {
  const instant = received.getStore();
  return instant === undefined ? 0 : performance.now() - instant;
};
