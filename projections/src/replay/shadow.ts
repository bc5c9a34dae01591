import type { Database, Session } from '@groundswell/platform/database';
import {
  dropTables,
  isOfVersion,
  isUndamaged,
  type ReadModel,
  readCheckpoints,
  schemaOf,
  stillOwned,
  tryOwnership,
  whileOwning,
} from '@groundswell/platform/read-store';
import type { Build } from './build-together.js';

/**
 * Temporary schemas alongside the live ones, removed with their run. `__next`, which may be swapped in, is not among
 * them.
 */
const transient = /__(verify|past_[0-9a-f]+)$/;

/** Schema in which a read model is built for a comparison. */
export const verifySchemaOf = (model: Pick<ReadModel, 'name'>): string => `${schemaOf(model)}__verify`;

/** @param run hexadecimal digits that identify one as-of run */
export const pastSchemaOf = (model: Pick<ReadModel, 'name'>, run: string): string =>
  `${schemaOf(model)}__past_${run}`;

/** Another process is building in a schema that this run needs. */
export class ShadowTaken extends Error {
  override readonly name = 'ShadowTaken';
}

/** Schemas that are locked for this process. */
interface TakenShadows {
  /** To be awaited before anything that cannot be undone: a frozen process may have been replaced. @throws when one was lost */
  stillOwned(): Promise<void>;
  release(): Promise<void>;
}

/** Locks the schemas of builds, so that no other process uses them. @throws ShadowTaken */
export const takeShadows = async (database: Database, builds: readonly Build[]): Promise<TakenShadows> => {
  const sessions: Session[] = [];
  const release = async (): Promise<void> => {
    for (const session of sessions) await session.close().catch(() => undefined);
  };
  try {
    for (const { model, schema } of builds) {
      const session = await tryOwnership(database, schema);
      if (!session) {
        throw new ShadowTaken(
          `${model.name} is being built in ${schema} by another process. Wait for it, or see \`status\`.`,
        );
      }
      sessions.push(session);
    }
  } catch (fault) {
    await release();
    throw fault;
  }
  return {
    async stillOwned() {
      for (const session of sessions) await stillOwned(session);
    },
    release,
  };
};

/** Removes builds, with their checkpoints. */
export const dropShadows = async (database: Database, builds: readonly Build[]): Promise<void> => {
  for (const { schema } of builds) await database.transaction((sql) => dropTables(sql, schema));
};

/** Removes tables of an interrupted run that were altered since, so that they are not continued. */
export const dropDamaged = async (database: Database, builds: readonly Build[]): Promise<void> => {
  const left = await readCheckpoints(
    database,
    builds.map(({ schema }) => schema),
  );
  for (const build of builds) {
    const checkpoint = left.find(({ schema }) => schema === build.schema);
    if (!checkpoint || !isOfVersion(checkpoint, build.model)) continue;
    if (!(await isUndamaged(database, build.model, build.schema))) await dropShadows(database, [build]);
  }
};

/** Removes what killed runs left behind. @returns the schemas removed */
export const dropLeftovers = async (database: Database): Promise<string[]> => {
  const dropped: string[] = [];
  const found = await database.query<{ schema: string }>('SELECT schema FROM read_store.checkpoint', []);
  for (const { schema } of found.filter((each) => transient.test(each.schema))) {
    await whileOwning(database, schema, async () => {
      await database.transaction((sql) => dropTables(sql, schema));
      dropped.push(schema);
    });
  }
  return dropped;
};
