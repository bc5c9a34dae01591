import { backOff, type Log, withCorrelation } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventBatch, EventStore, Position, RecordedEvent } from '@groundswell/platform/event-store';
import {
  applyBatch,
  createTables,
  installReadModel,
  prepareReadStore,
  type ReadModel,
  readCheckpoints,
  schemaOf,
} from '@groundswell/platform/read-store';

/** Milliseconds before the log is followed again after a fault, at first and at most. */
const pauses = { first: 500, most: 15_000 };

/** Makes a book's tables; those of an older version are dropped and filled anew from the log. */
export const prepareBook = async (database: Database, book: ReadModel): Promise<void> => {
  await prepareReadStore(database);
  if ((await installReadModel(database, book)) === 'older') {
    await database.transaction((sql) => createTables(sql, book, schemaOf(book)));
  }
};

const standing = async (database: Database, book: ReadModel): Promise<Position | undefined> =>
  (await readCheckpoints(database, [schemaOf(book)]))[0]?.position;

/** Reads the log to its present end. Several processes may do so at once: each event counts once. */
export const catchUp = async (database: Database, eventStore: EventStore, book: ReadModel): Promise<void> => {
  const after = await standing(database, book);
  for await (const batch of eventStore.readAll({ after, categories: book.categories })) {
    await applyBatch(database, book, schemaOf(book), batch);
  }
};

export interface Following {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** What a worker knows of the log, and keeps for itself. */
  readonly book: ReadModel;
  /** Something has just happened. Called beside the work on the book, which may be behind it. */
  readonly onNews?: (event: RecordedEvent) => void;
  /** The book knows what these events say. */
  readonly onNoted: (events: readonly RecordedEvent[]) => void;
  /** Whether the log is being read; called with true each time that all of it has been. */
  readonly onState: (following: boolean) => void;
}

/**
 * Follows the log for as long as the process lives; a failure is tried again from the checkpoint. What is history is
 * not news: once it has been read, the book says what is due of it.
 */
export const followBook = async (following: Following): Promise<void> => {
  const { database, eventStore, log, signal, book, onNews, onNoted, onState } = following;
  let live = false;
  const onBatch = async (batch: EventBatch): Promise<void> => {
    if (live) for (const event of batch.events) withCorrelation(causeOf(event), () => onNews?.(event));
    await applyBatch(database, book, schemaOf(book), batch);
    onNoted(batch.events);
  };
  const pausing = backOff(pauses);
  while (!signal.aborted) {
    try {
      await eventStore.subscribe({
        name: book.name,
        after: await standing(database, book),
        categories: book.categories,
        signal,
        onBatch,
        onCaughtUp() {
          pausing.reset();
          live = true;
          onState(true);
        },
        onDisconnected() {
          live = false;
        },
      });
    } catch (fault) {
      live = false;
      onState(false);
      log.error({ err: fault, book: book.name }, 'following the log failed');
      await pausing.wait(signal);
    }
  }
};

const causeOf = ({ id, metadata }: RecordedEvent) => ({
  correlationId: metadata.correlationId,
  causationId: id,
});
