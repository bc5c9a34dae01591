import { setTimeout } from 'node:timers/promises';
import type { Database } from '@groundswell/platform/database';
import {
  type EventBatch,
  type EventStore,
  LogCutShort,
  type Position,
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
import { followLog, type OnLog, type StateCheckpoint, type StateTables } from './follow-log.js';
import { type Rebuilding, rebuildWhereDamaged, rebuildWhereStranded } from './rebuild-state.js';

/** Creates the tables of a process state. Tables of an older version are dropped and refilled from the log. */
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
 * Reads the log to its current end, and from the beginning if an older one was restored. Several processes may do
 * so at once; each event counts once.
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

/**
 * Milliseconds between two stored positions while no event concerns the process state. Rereading that part is safe.
 */
const noteInterval = 1_000;

/** The process state's tables in PostgreSQL. */
export const openStateTables = (rebuilding: Rebuilding): StateTables => {
  const { database, model, signal } = rebuilding;
  let noted = Number.NEGATIVE_INFINITY;
  /** A position still to be stored. The next event may not come for hours. */
  let owed: EventBatch | undefined;
  /** Where the tables were left. If the database goes down and they fall behind it, the log is read again. */
  let reached: Position | undefined;
  const apply = async (batch: EventBatch): Promise<void> => {
    owed = undefined;
    await applyBatch(database, model, schemaOf(model), batch, reached);
    reached = batch.position;
    noted = performance.now();
  };
  const noteLater = async (): Promise<void> => {
    await setTimeout(noteInterval, undefined, { signal, ref: false });
    if (owed) await apply(owed);
  };
  return {
    mendStranded: () => rebuildWhereStranded(rebuilding),
    mendDamaged: () => rebuildWhereDamaged(rebuilding),
    async checkpoint() {
      // Positions read before the connection was lost may belong to another log.
      owed = undefined;
      const checkpoint = await readCheckpoint(database, model);
      reached = checkpoint.after;
      return checkpoint;
    },
    async apply(batch) {
      const isConcerned = batch.events.some((event) => model.concerns?.(event) ?? true);
      if (isConcerned || performance.now() - noted >= noteInterval) return apply(batch);
      // If this fails, the next batch reports it.
      if (!owed) noteLater().catch(() => undefined);
      owed = batch;
    },
    isMarked: (fault) => isMarked(rebuilding, fault),
  };
};

export interface Following extends Rebuilding, OnLog {}

/** Follows the log into the process state's tables in PostgreSQL. */
export const followState = (following: Following): Promise<void> =>
  followLog({ ...following, tables: openStateTables(following) });
