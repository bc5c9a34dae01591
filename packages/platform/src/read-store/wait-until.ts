import { setTimeout } from 'node:timers/promises';

interface Waiting {
  readonly milliseconds: number;
  readonly onNews: (listener: () => void) => () => void;
  readonly ask: () => Promise<void>;
}

/** Milliseconds after which a waiter asks the database itself: a notification may be lost. */
const patience = 250;

/** Waits until something is done. @returns false when `milliseconds` were not enough */
export const waitUntil = async (
  done: () => boolean,
  { milliseconds, onNews, ask }: Waiting,
): Promise<boolean> => {
  if (done()) return true;
  const deadline = performance.now() + milliseconds;
  let wake = new AbortController();
  const stop = onNews(() => wake.abort());
  try {
    for (;;) {
      const left = deadline - performance.now();
      if (left <= 0) return done();
      wake = new AbortController();
      await setTimeout(Math.min(left, patience), undefined, { signal: wake.signal }).catch(() => undefined);
      if (done()) return true;
      if (!wake.signal.aborted) await ask().catch(() => undefined);
      if (done()) return true;
    }
  } finally {
    stop();
  }
};
