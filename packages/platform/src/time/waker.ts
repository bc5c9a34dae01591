import { type Pause, realPause } from './back-off.js';

/** A loop with pauses that can be cut short. */
export interface Waker {
  /** Ends the current pause. */
  wake(): void;
  /** Runs turns until the signal aborts. A `wake` during a turn skips the pause after it. */
  loop(signal: AbortSignal, milliseconds: number, turn: () => Promise<void>): Promise<void>;
}

export const openWaker = (pause: Pause): Waker => {
  let woken = new AbortController();
  const wake = (): void => woken.abort();
  return {
    wake,
    async loop(signal, milliseconds, turn) {
      // One listener for all turns: an `AbortSignal.any` per turn costs as much as a statement, and the signal
      // would retain it.
      signal.addEventListener('abort', wake, { once: true });
      while (!signal.aborted) {
        woken = new AbortController();
        await turn();
        await pause(milliseconds, woken.signal);
      }
    },
  };
};

/** The pause of turns that come some milliseconds after what woke them, so that one serves for several. */
export const gathering =
  (milliseconds: number, signal: AbortSignal): Pause =>
  async (usual, woken) => {
    await realPause(usual, woken);
    await realPause(milliseconds, signal);
  };
