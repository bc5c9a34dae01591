/** The result of `work`, unless the signal aborts first: then rejects at once, whatever the work does. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Rings after some milliseconds. @returns the function that cancels it */
export type Alarm = (milliseconds: number, ring: () => void) => () => void;

export const realAlarm: Alarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * Runs work with a signal that aborts with the given one, and when the time is up. It is not made of
 * `AbortSignal.timeout`: one that is only held by `AbortSignal.any` is collected as garbage by Node 20, and then never
 * comes.
 */
export const withinTime = async <T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  alarm: Alarm = realAlarm,
): Promise<T> => {
  const limit = new AbortController();
  const cancel = alarm(milliseconds, () => limit.abort(new DOMException('too late', 'TimeoutError')));
  const passOn = (): void => limit.abort(signal?.reason);
  if (signal?.aborted) passOn();
  signal?.addEventListener('abort', passOn, { once: true });
  try {
    return await work(limit.signal);
  } finally {
    signal?.removeEventListener('abort', passOn);
    cancel();
  }
};
