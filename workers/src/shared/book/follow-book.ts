import { setTimeout as pause } from 'node:timers/promises';
import { type Log, withCorrelation } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventBatch, EventStore, Position, RecordedEvent } from '@groundswell/platform/event-store';
import {
  applyBatch,
  createTables,
  installReadModel,
  prepareReadStore,
  readCheckpoints,
  schemaOf,
} from '@groundswell/platform/read-store';
import { moneyBook } from './money-book.js';

const schema = schemaOf(moneyBook);
const longestPause = 15_000;

/** Makes the book's tables; those of an older version are dropped and filled anew from the log. */
export const prepareBook = async (database: Database): Promise<void> => {
  await prepareReadStore(database);
  if ((await installReadModel(database, moneyBook)) === 'older') {
    await database.transaction((sql) => createTables(sql, moneyBook, schema));
  }
};

const standing = async (database: Database): Promise<Position | undefined> =>
  (await readCheckpoints(database, [schema]))[0]?.position;

export interface Following {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Something has just happened. Called beside the work on the book, which may be behind it. */
  readonly onNews: (event: RecordedEvent) => void;
  /** The book knows what these events say. */
  readonly onNoted: (events: readonly RecordedEvent[]) => void;
  /** Whether the log is being read; called with true each time that all of it has been. */
  readonly onState: (following: boolean) => void;
}

/**
 * Follows the log for as long as the process lives; a failure is tried again from the checkpoint. What is history is
 * not news: once it has been read, the book says what is due of it.
 */
export const followLog = async (following: Following): Promise<void> => {
  const { database, eventStore, log, signal, onNews, onNoted, onState } = following;
  let live = false;
  const onBatch = async (batch: EventBatch): Promise<void> => {
    if (live) for (const event of batch.events) withCorrelation(causeOf(event), () => onNews(event));
    await applyBatch(database, moneyBook, schema, batch);
    onNoted(batch.events);
  };
  for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, longestPause)) {
    try {
      await eventStore.subscribe({
        name: moneyBook.name,
        after: await standing(database),
        categories: moneyBook.categories,
        signal,
        onBatch,
        onCaughtUp() {
          wait = 500;
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
      log.error({ err: fault }, 'reading the log for money failed');
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
};

const causeOf = ({ id, metadata }: RecordedEvent) => ({
  correlationId: metadata.correlationId,
  causationId: id,
});
