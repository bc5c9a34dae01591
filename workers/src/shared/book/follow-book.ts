import type { Database } from '@groundswell/platform/database';
import { type EventStore, LogCutShort } from '@groundswell/platform/event-store';
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
import { type BookTables, followLog, type OnLog, type Standing } from './follow-log.js';
import { type Rebuilding, rebuildWhereDamaged, rebuildWhereStranded } from './rebuild-book.js';

/** Makes a book's tables; those of an older version are dropped and filled anew from the log. */
export const prepareBook = async (database: Database, book: ReadModel): Promise<void> => {
  await prepareReadStore(database);
  if ((await installReadModel(database, book)) === 'older') {
    await database.transaction((sql) => createTables(sql, book, schemaOf(book)));
  }
};

const standing = async (database: Database, book: ReadModel): Promise<Standing> => {
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

const isMarked = async (
  { database, eventStore, book }: { database: Database; eventStore: EventStore; book: ReadModel },
  fault: unknown,
): Promise<boolean> => {
  if (!(fault instanceof LogCutShort)) return false;
  return strandWhereLost(database, [schemaOf(book)], eventStore).then(
    () => true,
    () => false,
  );
};

/** Milliseconds between two notes of a position up to which nothing concerned a book: to read that far again is safe. */
const noteInterval = 1_000;

/** A book's tables in PostgreSQL. */
export const openBookTables = (rebuilding: Rebuilding): BookTables => {
  const { database, book } = rebuilding;
  let noted = Number.NEGATIVE_INFINITY;
  return {
    mendStranded: () => rebuildWhereStranded(rebuilding),
    mendDamaged: () => rebuildWhereDamaged(rebuilding),
    standing: () => standing(database, book),
    async apply(batch) {
      if (batch.events.length === 0 && performance.now() - noted < noteInterval) return;
      await applyBatch(database, book, schemaOf(book), batch);
      noted = performance.now();
    },
    isMarked: (fault) => isMarked(rebuilding, fault),
  };
};

export interface Following extends Rebuilding, OnLog {}

/** Follows the log into a book's tables in PostgreSQL. */
export const followBook = (following: Following): Promise<void> =>
  followLog({ ...following, tables: openBookTables(following) });
