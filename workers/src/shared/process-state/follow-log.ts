import { backOff, type Log, type Pausing, withCorrelation } from '@groundswell/platform';
import type {
  EventBatch,
  EventStore,
  LogMark,
  Position,
  RecordedEvent,
} from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';

/** From where a process state continues, and by what it recognizes the log. */
export interface StateCheckpoint {
  readonly after: Position | undefined;
  readonly mark: LogMark;
}

/** Where a process state is kept that is folded from the log. */
export interface StateTables {
  /** Rebuilds a process state that has read a longer log than there is. */
  mendStranded(): Promise<void>;
  /** Rebuilds one whose tables were altered. */
  mendDamaged(): Promise<void>;
  checkpoint(): Promise<StateCheckpoint>;
  /** Applies each event once, and moves on. */
  apply(batch: EventBatch): Promise<void>;
  /** Whether the fault is that the log has lost what the process state knows, and that is noted: then there is nothing to wait for. */
  isMarked(fault: unknown): Promise<boolean>;
}

/** Milliseconds before the log is followed again after a fault, at first and at most. */
const pauses = { first: 500, most: 15_000 };

/** What is done about what the log says. */
export interface OnLog {
  /** Something has just happened. Called next to the work on the process state, which may be behind it. */
  readonly onNews?: (event: RecordedEvent) => void;
  /** The process state knows what these events say. */
  readonly onNoted: (events: readonly RecordedEvent[]) => void;
  /**
   * Whether the log is being read; called with true each time that all of it has been. While it is not, no one knows
   * whether it is still the log that the process state was folded from.
   * @param fault why it is not, where that is known
   */
  readonly onState: (following: boolean, fault?: string) => void;
}

export interface FollowingLog extends OnLog {
  readonly tables: StateTables;
  readonly eventStore: Pick<EventStore, 'subscribe'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly model: Pick<ReadModel, 'name' | 'categories'>;
  /** How time passes between a fault and the next attempt. */
  readonly pausing?: Pausing | undefined;
}

/**
 * Follows the log for as long as the process lives; a failure is tried again from the checkpoint. What is history is
 * not news: once it has been read, the process state says what is due of it. A process state that has read a longer log than there is is
 * rebuilt before it is continued; one whose tables were altered is when the process starts.
 */
export const followLog = async (following: FollowingLog): Promise<void> => {
  const { tables, eventStore, log, signal, model, pausing: chance, onNews, onNoted, onState } = following;
  let live = false;
  const onBatch = async (batch: EventBatch): Promise<void> => {
    if (live) for (const event of batch.events) withCorrelation(causeOf(event), () => onNews?.(event));
    await tables.apply(batch);
    onNoted(batch.events);
  };
  const stop = (fault: unknown): void => {
    live = false;
    onState(false, fault instanceof Error ? fault.message : String(fault));
  };
  const pausing = backOff({ ...pauses, random: chance?.random, pause: chance?.pause });
  let isWhole = false;
  while (!signal.aborted) {
    try {
      await tables.mendStranded();
      if (!isWhole) await tables.mendDamaged();
      isWhole = true;
      await eventStore.subscribe({
        name: model.name,
        ...(await tables.checkpoint()),
        categories: model.categories,
        signal,
        onBatch,
        onCaughtUp() {
          pausing.reset();
          live = true;
          onState(true);
        },
        onDisconnected: stop,
      });
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
