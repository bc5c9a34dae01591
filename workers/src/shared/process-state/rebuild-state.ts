import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@groundswell/platform';
import type { Database, Session, Sql } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import {
  applyBatch,
  createTables,
  damageOf,
  madeByModel,
  ownership,
  type ReadModel,
  readCheckpoints,
  schemaOf,
  shadowSchemaOf,
  stillOwned,
  swapIn,
  untilLost,
} from '@groundswell/platform/read-store';

/** Queries the process state rebuilt from the restored log, before it is put into use. */
export type ReadRebuilt = <T>(query: (sql: Sql) => Promise<T>) => Promise<T>;

export interface Rebuilding {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** The process state that a worker folds from the log. */
  readonly model: ReadModel;
  /**
   * Called after an older log was restored, which lacks what was since done in outside systems. Called before the
   * rebuilt process state is put into use, and again if it failed.
   */
  readonly onRestored?: (read: ReadRebuilt) => Promise<void>;
}

/** Milliseconds between two attempts to swap in the rebuilt process state. */
const swapAgain = 100;

type IsDue = (rebuilding: Pick<Rebuilding, 'database' | 'model'>) => Promise<boolean>;

const isStranded: IsDue = async ({ database, model }) =>
  (await readCheckpoints(database, [schemaOf(model)]))[0]?.stranded ?? false;

const isDamaged: IsDue = async ({ database, model }) =>
  (await damageOf(database, [madeByModel(model, '')])).length > 0;

/**
 * Rebuilds a stranded process state, one that has read a log that no longer exists, in separate tables and swaps it
 * in. Does nothing for any other.
 */
export const rebuildWhereStranded = (rebuilding: Rebuilding): Promise<void> =>
  rebuildWhere(
    isStranded,
    'an older log was restored: what was folded from the other one is rebuilt',
    rebuilding,
  );

/**
 * The same for a process state whose tables do not match this program. The log is the same, so `onRestored` is not
 * called.
 */
export const rebuildWhereDamaged = ({ onRestored: _, ...rebuilding }: Rebuilding): Promise<void> =>
  rebuildWhere(isDamaged, 'tables were altered: what was folded from the log is rebuilt', rebuilding);

/** One of the processes rebuilds, and the others wait for it. */
const rebuildWhere = async (isDue: IsDue, why: string, rebuilding: Rebuilding): Promise<void> => {
  if (!(await isDue(rebuilding))) return;
  const { database, log, signal, model } = rebuilding;
  log.error({ model: model.name }, why);
  const session = await ownership(database, shadowSchemaOf(model), signal);
  if (!session) return;
  try {
    // Another process may have finished while this one waited.
    if (await isDue(rebuilding)) await rebuild(rebuilding, session);
  } finally {
    await session.close().catch(() => undefined);
  }
  log.info({ model: model.name }, 'was rebuilt from the log');
};

const rebuild = async (asked: Rebuilding, session: Session): Promise<void> => {
  const rebuilding = { ...asked, signal: untilLost(session, asked.signal) };
  const { database, signal, model, onRestored } = rebuilding;
  const schema = shadowSchemaOf(model);
  await database.transaction((sql) => createTables(sql, model, schema));
  await fill(rebuilding);
  await onRestored?.((query) => database.transaction(query, { schemas: [schema] }));
  await fill(rebuilding);
  while (!(await swapIn(database, [model], { whileStill: () => stillOwned(session) })))
    await pause(swapAgain, undefined, { signal });
};

/** Reads on to the current end of the log. */
const fill = async ({ database, eventStore, model, signal }: Rebuilding): Promise<void> => {
  const schema = shadowSchemaOf(model);
  const [checkpoint] = await readCheckpoints(database, [schema]);
  const { position: after, mark } = checkpoint ?? {};
  for await (const batch of eventStore.readAll({ after, mark, categories: model.categories, signal })) {
    await applyBatch(database, model, schema, batch);
  }
  signal.throwIfAborted();
};
