import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventBatch, EventStore, Position } from '@groundswell/platform/event-store';
import {
  applyBatch,
  createTables,
  installReadModel,
  prepareReadStore,
  readCheckpoints,
  schemaOf,
} from '@groundswell/platform/read-store';
import { priceBook } from './price-book.js';

const schema = schemaOf(priceBook);
const longestPause = 15_000;

/** Makes the book's tables; those of an older version are dropped and filled anew from the log. */
export const prepareBook = async (database: Database): Promise<void> => {
  await prepareReadStore(database);
  if ((await installReadModel(database, priceBook)) === 'older') {
    await database.transaction((sql) => createTables(sql, priceBook, schema));
  }
};

const standing = async (database: Database): Promise<Position | undefined> =>
  (await readCheckpoints(database, [schema]))[0]?.position;

const apply = (database: Database, batch: EventBatch): Promise<void> =>
  applyBatch(database, priceBook, schema, batch);

/** Reads the log to its present end. Several processes may do so at once: each event counts once. */
export const catchUp = async (database: Database, eventStore: EventStore): Promise<void> => {
  const after = await standing(database);
  for await (const batch of eventStore.readAll({ after, categories: priceBook.categories }))
    await apply(database, batch);
};

export interface Following {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Something that needs prices may have come. */
  readonly onNews: () => void;
  readonly onState: (following: boolean) => void;
}

/** Follows the log for as long as the process lives; a failure is tried again from the checkpoint. */
export const followLog = async ({
  database,
  eventStore,
  log,
  signal,
  onNews,
  onState,
}: Following): Promise<void> => {
  for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, longestPause)) {
    try {
      await eventStore.subscribe({
        name: priceBook.name,
        after: await standing(database),
        categories: priceBook.categories,
        signal,
        async onBatch(batch) {
          await apply(database, batch);
          wait = 500;
          onState(true);
          if (batch.events.some(({ type }) => type === 'AllocationAdded')) onNews();
        },
        onCaughtUp() {
          onState(true);
          onNews();
        },
      });
    } catch (fault) {
      onState(false);
      log.error({ err: fault }, 'reading the log for prices failed');
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
};
