import { backOff, withCorrelation } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import {
  type EventBatch,
  LogCutShort,
  type LogMark,
  type Position,
  type RecordedEvent,
} from '@groundswell/platform/event-store';
import {
  applyBatch,
  createTables,
  installReadModel,
  prepareReadStore,
  type ReadModel,
  readCheckpoints,
  schemaOf,
  strandWhereLost,
} from '@groundswell/platform/read-store';
import { type Rebuilding, rebuildWhereDamaged, rebuildWhereStranded } from './rebuild-book.js';

/** Milliseconds before the log is followed again after a fault, at first and at most. */
const pauses = { first: 500, most: 15_000 };

/** Makes a book's tables; those of an older version are dropped and filled anew from the log. */
export const prepareBook = async (database: Database, book: ReadModel): Promise<void> => {
  await prepareReadStore(database);
  if ((await installReadModel(database, book)) === 'older') {
    await database.transaction((sql) => createTables(sql, book, schemaOf(book)));
  }
};

/** From where a book goes on, and by what it recognizes the log. */
const standing = async (
  database: Database,
  book: ReadModel,
): Promise<{ after: Position | undefined; mark: LogMark }> => {
  const [checkpoint] = await readCheckpoints(database, [schemaOf(book)]);
  return { after: checkpoint?.position, mark: checkpoint?.mark ?? { log: undefined, seen: undefined } };
};

const never = new AbortController().signal;

/**
 * Reads the log to its present end, and all of it where an older one was restored. Several processes may do so at once:
 * each event counts once.
 */
export const catchUp = async (catching: Omit<Rebuilding, 'signal'>): Promise<void> => {
  const { database, eventStore, book } = catching;
  await strandWhereLost(database, [schemaOf(book)], eventStore);
  await rebuildWhereStranded({ ...catching, signal: never });
  await rebuildWhereDamaged({ ...catching, signal: never });
  const from = await standing(database, book);
  for await (const batch of eventStore.readAll({ ...from, categories: book.categories })) {
    await applyBatch(database, book, schemaOf(book), batch);
  }
};

export interface Following extends Rebuilding {
  /** Something has just happened. Called beside the work on the book, which may be behind it. */
  readonly onNews?: (event: RecordedEvent) => void;
  /** The book knows what these events say. */
  readonly onNoted: (events: readonly RecordedEvent[]) => void;
  /**
   * Whether the log is being read; called with true each time that all of it has been. While it is not, nobody knows
   * whether it is still the log that the book was folded from.
   * @param fault why it is not, where that is known
   */
  readonly onState: (following: boolean, fault?: string) => void;
}

/**
 * Follows the log for as long as the process lives; a failure is tried again from the checkpoint. What is history is
 * not news: once it has been read, the book says what is due of it. A book that has read a longer log than there is is
 * rebuilt before it is gone on with; one whose tables were altered is when the process starts.
 */
export const followBook = async (following: Following): Promise<void> => {
  const { database, eventStore, log, signal, book, onNews, onNoted, onState } = following;
  let live = false;
  const onBatch = async (batch: EventBatch): Promise<void> => {
    if (live) for (const event of batch.events) withCorrelation(causeOf(event), () => onNews?.(event));
    await applyBatch(database, book, schemaOf(book), batch);
    onNoted(batch.events);
  };
  const stop = (fault: unknown): void => {
    live = false;
    onState(false, fault instanceof Error ? fault.message : String(fault));
  };
  const pausing = backOff(pauses);
  let isWhole = false;
  while (!signal.aborted) {
    try {
      await rebuildWhereStranded(following);
      if (!isWhole) await rebuildWhereDamaged(following);
      isWhole = true;
      await eventStore.subscribe({
        name: book.name,
        ...(await standing(database, book)),
        categories: book.categories,
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
      log.error({ err: fault, book: book.name }, 'following the log failed');
      if (!(await isMarked(following, fault))) await pausing.wait(signal);
    }
  }
};

/** Whether the fault is that the log has lost what the book knows, and that is noted: then there is nothing to wait for. */
const isMarked = async ({ database, eventStore, book }: Following, fault: unknown): Promise<boolean> => {
  if (!(fault instanceof LogCutShort)) return false;
  return strandWhereLost(database, [schemaOf(book)], eventStore).then(
    () => true,
    () => false,
  );
};

const causeOf = ({ id, metadata }: RecordedEvent) => ({
  correlationId: metadata.correlationId,
  causationId: id,
});
