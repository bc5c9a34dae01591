import {
  backOff,
  type Log,
  messageOf,
  type Pausing,
  realPause,
  withCorrelation,
} from '@groundswell/platform';
import type {
  EventBatch,
  EventStore,
  LogMark,
  Position,
  RecordedEvent,
} from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';
import { type Applying, applyInOrder } from './apply-in-order.js';

/** Where a process state continues, and how it recognizes the log. */
export interface StateCheckpoint {
  readonly after: Position | undefined;
  readonly mark: LogMark;
}

/** Storage of a process state folded from the log. */
export interface StateTables {
  /** Rebuilds a process state that has read a longer log than the current one. */
  mendStranded(): Promise<void>;
  /** Rebuilds a process state whose tables were altered. */
  mendDamaged(): Promise<void>;
  checkpoint(): Promise<StateCheckpoint>;
  /** Applies each event once, and advances the checkpoint. */
  apply(batch: EventBatch): Promise<void>;
  /**
   * Whether the fault means that the log lost events the process state contains, and this has been recorded. Then
   * there is no need to wait.
   */
  isMarked(fault: unknown): Promise<boolean>;
}

/** First and longest pause before the log is followed again after a fault, in milliseconds. */
const pauses = { first: 500, most: 15_000 };

/** Reactions to the log. */
export interface OnLog {
  /** Called for each live event, before the process state includes it. */
  readonly onNews?: (event: RecordedEvent) => void;
  /** Called once the process state includes these events. */
  readonly onNoted: (events: readonly RecordedEvent[]) => void;
  /**
   * Whether the log is being read. Called with true each time the end of the log is reached. While false, it may no
   * longer be the log that the process state was folded from.
   * @param fault why it is not being read, if known
   */
  readonly onState: (following: boolean, fault?: string) => void;
}

export interface FollowingLog extends OnLog {
  readonly tables: StateTables;
  readonly eventStore: Pick<EventStore, 'subscribe'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly model: Pick<ReadModel, 'name' | 'categories'>;
  /** How to pause between a fault and the next attempt. */
  readonly pausing?: Pausing | undefined;
}

/**
 * Follows the log for the life of the process, retrying from the checkpoint after a failure. Past events are not
 * news; once they have been read, the process state shows what is due. A process state that has read a longer log
 * than the current one is rebuilt before it continues. One whose tables were altered is rebuilt when the process
 * starts.
 */
export const followLog = async (following: FollowingLog): Promise<void> => {
  const { tables, eventStore, log, signal, model, pausing: chance, onNews, onNoted, onState } = following;
  let live = false;
  const begin = (): Applying =>
    applyInOrder({
      async apply(batch) {
        await tables.apply(batch);
        onNoted(batch.events);
      },
      pause: chance?.pause ?? realPause,
      isLive: () => live,
      signal,
    });
  const stop = (fault: unknown): void => {
    live = false;
    onState(false, messageOf(fault));
  };
  const pausing = backOff({ ...pauses, random: chance?.random, pause: chance?.pause });
  let isWhole = false;
  while (!signal.aborted) {
    try {
      await tables.mendStranded();
      if (!isWhole) await tables.mendDamaged();
      isWhole = true;
      const applying = begin();
      try {
        await eventStore.subscribe({
          name: model.name,
          ...(await tables.checkpoint()),
          categories: model.categories,
          signal: AbortSignal.any([signal, applying.failed]),
          async onBatch(batch) {
            if (live)
              for (const event of batch.events) withCorrelation(causeOf(event), () => onNews?.(event));
            await applying.add(batch);
          },
          async onCaughtUp() {
            await applying.done();
            pausing.reset();
            live = true;
            onState(true);
          },
          onDisconnected: stop,
        });
      } finally {
        await applying.done();
      }
    } catch (fault) {
      stop(fault);
      log.error({ err: fault, model: model.name }, 'following the log failed');
      if (!(await tables.isMarked(fault))) await pausing.wait(signal);
    }
  }
};

const causeOf = ({ id, metadata }: RecordedEvent) => ({
  correlationId: metadata.correlationId,
  causationId: id,
});
