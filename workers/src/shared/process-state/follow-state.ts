import { setTimeout } from 'node:timers/promises';
import type { Database } from '@groundswell/platform/database';
import { type EventBatch, type EventStore, LogCutShort } from '@groundswell/platform/event-store';
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
import { followLog, type OnLog, type StateCheckpoint, type StateTables } from './follow-log.js';
import { type Rebuilding, rebuildWhereDamaged, rebuildWhereStranded } from './rebuild-state.js';

/** Makes the tables of process state; those of an older version are dropped and filled again from the log. */
export const prepareState = async (database: Database, model: ReadModel): Promise<void> => {
  await prepareReadStore(database);
  if ((await installReadModel(database, model)) === 'older') {
    await database.transaction((sql) => createTables(sql, model, schemaOf(model)));
  }
};

const readCheckpoint = async (database: Database, model: ReadModel): Promise<StateCheckpoint> => {
  const [checkpoint] = await readCheckpoints(database, [schemaOf(model)]);
  return { after: checkpoint?.position, mark: checkpoint?.mark ?? { log: undefined, seen: undefined } };
};

const never = new AbortController().signal;

/**
 * Reads the log to its present end, and all of it where an older one was restored. Several processes may do so at once:
 * each event counts once.
 */
export const catchUp = async (catching: Omit<Rebuilding, 'signal'>): Promise<void> => {
  const { database, eventStore, model } = catching;
  await strandWhereLost(database, [schemaOf(model)], eventStore);
  await rebuildWhereStranded({ ...catching, signal: never });
  await rebuildWhereDamaged({ ...catching, signal: never });
  const from = await readCheckpoint(database, model);
  for await (const batch of eventStore.readAll({ ...from, categories: model.categories })) {
    await applyBatch(database, model, schemaOf(model), batch);
  }
};

const isMarked = async (
  { database, eventStore, model }: { database: Database; eventStore: EventStore; model: ReadModel },
  fault: unknown,
): Promise<boolean> => {
  if (!(fault instanceof LogCutShort)) return false;
  return strandWhereLost(database, [schemaOf(model)], eventStore).then(
    () => true,
    () => false,
  );
};

/** Milliseconds between two notes of a position up to which nothing concerned a process state: to read that far again is safe. */
const noteInterval = 1_000;

/** The tables of process state in PostgreSQL. */
export const openStateTables = (rebuilding: Rebuilding): StateTables => {
  const { database, model, signal } = rebuilding;
  let noted = Number.NEGATIVE_INFINITY;
  /** A position that is still to be noted: nothing may come after it for hours. */
  let owed: EventBatch | undefined;
  const apply = async (batch: EventBatch): Promise<void> => {
    owed = undefined;
    await applyBatch(database, model, schemaOf(model), batch);
    noted = performance.now();
  };
  const noteLater = async (): Promise<void> => {
    await setTimeout(noteInterval, undefined, { signal, ref: false });
    if (owed) await apply(owed);
  };
  return {
    mendStranded: () => rebuildWhereStranded(rebuilding),
    mendDamaged: () => rebuildWhereDamaged(rebuilding),
    checkpoint() {
      // What was read before the connection was lost may stand in another log.
      owed = undefined;
      return readCheckpoint(database, model);
    },
    async apply(batch) {
      if (batch.events.length > 0 || performance.now() - noted >= noteInterval) return apply(batch);
      // When it fails, the next batch says why.
      if (!owed) noteLater().catch(() => undefined);
      owed = batch;
    },
    isMarked: (fault) => isMarked(rebuilding, fault),
  };
};

export interface Following extends Rebuilding, OnLog {}

/** Follows the log into the tables of process state in PostgreSQL. */
export const followState = (following: Following): Promise<void> =>
  followLog({ ...following, tables: openStateTables(following) });
