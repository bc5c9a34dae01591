import { askedOnce } from '../process/asked-once.js';
import { realPause } from '../time/back-off.js';

interface News {
  readonly onNews: (listener: () => void) => () => void;
  readonly ask: () => Promise<void>;
}

/** Waits until something is done. @returns false when `milliseconds` were not enough */
type WaitUntil = (done: () => boolean, milliseconds: number) => Promise<boolean>;

/** Milliseconds after which a waiter asks the database itself: a notification may be lost. */
const patience = 250;

/** For many who wait at a time: they share what they ask the database. */
export const createWaiting = ({ onNews, ask }: News): WaitUntil => {
  const news = { onNews, ask: askedOnce(ask) };
  return (done, milliseconds) => waitUntil(done, milliseconds, news);
};

const waitUntil = async (
  done: () => boolean,
  milliseconds: number,
  { onNews, ask }: News,
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
      await realPause(Math.min(left, patience), wake.signal);
      if (done()) return true;
      if (!wake.signal.aborted) await ask().catch(() => undefined);
      if (done()) return true;
    }
  } finally {
    stop();
  }
};
