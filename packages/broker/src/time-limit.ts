/** What `work` comes to, unless the signal aborts first: then whoever waits is told at once, whatever the work does. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/**
 * Runs work with a signal that aborts with the given one, and when the time is up. It is not made of
 * `AbortSignal.timeout`: one that is only held by `AbortSignal.any` is collected as garbage by Node 20, and then never
 * comes.
 */
export const withinTime = async <T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('too late', 'TimeoutError')), milliseconds);
  try {
    return await work(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal);
  } finally {
    clearTimeout(timer);
  }
};
