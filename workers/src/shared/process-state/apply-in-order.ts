import type { Pause } from '@groundswell/platform';
import type { EventBatch } from '@groundswell/platform/event-store';

/** Applies batches in order, while more of them come. */
export interface Applying {
  /** Resolves at once, or when fewer events wait. @throws what an earlier batch failed with */
  add(batch: EventBatch): Promise<void>;
  /** Resolves when everything was applied. @throws what a batch failed with; nothing after it was applied */
  done(): Promise<void>;
  /** Aborts when a batch fails. */
  readonly failed: AbortSignal;
}

export interface ApplyingOptions {
  readonly apply: (batch: EventBatch) => Promise<void>;
  readonly pause: Pause;
  /** Whether to gather: history comes in large batches anyway. */
  readonly isLive: () => boolean;
  /** Ends a pause. */
  readonly signal: AbortSignal;
}

/** Milliseconds after a transaction in which events gather for the next one. */
const gathering = 50;
/** Events that may wait. */
const mostWaiting = 1_000;

const joined = (one: EventBatch | undefined, next: EventBatch): EventBatch =>
  one ? { ...next, events: [...one.events, ...next.events], mark: next.mark ?? one.mark } : next;

/** What comes while a batch is being applied, and shortly after, is applied together. */
export const applyInOrder = ({ apply, pause, isLive, signal }: ApplyingOptions): Applying => {
  const failed = new AbortController();
  let waiting: EventBatch | undefined;
  let working: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    try {
      while (waiting) {
        const batch = waiting;
        waiting = undefined;
        await apply(batch);
        if (isLive()) await pause(gathering, signal);
      }
      working = undefined;
    } catch (fault) {
      failed.abort(fault);
    }
  };
  const done = async (): Promise<void> => {
    while (working && !failed.signal.aborted) await working;
    failed.signal.throwIfAborted();
  };
  return {
    async add(batch) {
      failed.signal.throwIfAborted();
      waiting = joined(waiting, batch);
      working ??= work();
      if (waiting && waiting.events.length >= mostWaiting) await done();
    },
    done,
    failed: failed.signal,
  };
};
