import type { Pause } from '@groundswell/platform';

/** The pauses of a loop, which can be ended early. */
export interface Waker {
  /** Ends the pause. */
  wake(): void;
  /** Turn after turn, until the signal ends it; who wakes it during a turn is heard at the end of it. */
  loop(signal: AbortSignal, milliseconds: number, turn: () => Promise<void>): Promise<void>;
}

export const openWaker = (pause: Pause): Waker => {
  let woken = new AbortController();
  const wake = (): void => woken.abort();
  return {
    wake,
    async loop(signal, milliseconds, turn) {
      // Heard once for all turns: an `AbortSignal.any` for each costs as much as a statement, and the signal keeps it.
      signal.addEventListener('abort', wake, { once: true });
      while (!signal.aborted) {
        woken = new AbortController();
        await turn();
        await pause(milliseconds, woken.signal);
      }
    },
  };
};
