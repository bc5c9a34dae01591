import type { Database, Session } from '@groundswell/platform/database';
import {
  dropTables,
  isOfVersion,
  isUndamaged,
  type ReadModel,
  readCheckpoints,
  schemaOf,
  tryOwnership,
} from '@groundswell/platform/read-store';
import type { Build } from './build-together.js';

/** Schemas next to the live ones that belong to one run and go with it. `__next` is the one that may be swapped in. */
const transient = /__(verify|past_[0-9a-f]+)$/;

/** Where a read model is built to be compared. */
export const verifySchemaOf = (model: Pick<ReadModel, 'name'>): string => `${schemaOf(model)}__verify`;

/** @param run hexadecimal digits that identify one as-of run */
export const pastSchemaOf = (model: Pick<ReadModel, 'name'>, run: string): string =>
  `${schemaOf(model)}__past_${run}`;

/** Someone else builds in a schema that this run needs. */
export class ShadowTaken extends Error {
  override readonly name = 'ShadowTaken';
}

/** Owns the schemas of builds, so that no one else touches them. @throws ShadowTaken */
export const takeShadows = async (
  database: Database,
  builds: readonly Build[],
): Promise<{ release(): Promise<void> }> => {
  const sessions: Session[] = [];
  const release = async (): Promise<void> => {
    for (const session of sessions) await session.close().catch(() => undefined);
  };
  for (const { model, schema } of builds) {
    const session = await tryOwnership(database, schema);
    if (!session) {
      await release();
      throw new ShadowTaken(
        `${model.name} is being built in ${schema} by another process. Wait for it, or see \`status\`.`,
      );
    }
    sessions.push(session);
  }
  return { release };
};

/** Removes builds, with their checkpoints. */
export const dropShadows = async (database: Database, builds: readonly Build[]): Promise<void> => {
  for (const { schema } of builds) await database.transaction((sql) => dropTables(sql, schema));
};

/** Removes what an interrupted run has left and someone has altered since: it is not continued. */
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

/** Removes what runs left that were killed before they could clean up. @returns the schemas removed */
export const dropLeftovers = async (database: Database): Promise<string[]> => {
  const dropped: string[] = [];
  const found = await database.query<{ schema: string }>('SELECT schema FROM read_store.checkpoint', []);
  for (const { schema } of found.filter((each) => transient.test(each.schema))) {
    const session = await tryOwnership(database, schema);
    if (!session) continue;
    await database.transaction((sql) => dropTables(sql, schema));
    await session.close();
    dropped.push(schema);
  }
  return dropped;
};
