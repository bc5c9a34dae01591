import { realPause } from './back-off.js';

/** Work that is done again and again until it is stopped; stopping waits for what is under way. */
export interface KeptDoing {
  stop(): Promise<void>;
}

/** @param every milliseconds between two turns; @param work catches its own errors */
export const keepDoing = (every: number, work: (signal: AbortSignal) => Promise<void>): KeptDoing => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const kept = (async () => {
    while (!signal.aborted) {
      await work(signal);
      await realPause(every, signal);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await kept;
    },
  };
};
