import type { Database, Sql } from '@groundswell/platform/database';
import { type Checkpoint, lockCheckpoints, type ReadModel, schemaOf } from '@groundswell/platform/read-store';

export interface Standstill<T> {
  readonly database: Database;
  readonly models: readonly ReadModel[];
  /** Brings what is compared to exactly where the serving read models stand. They wait for it: be quick. */
  readonly drawLevel: (standing: readonly Checkpoint[]) => Promise<void>;
  /** Looks at both in one snapshot. The serving read models have moved on by then, and nobody waits. */
  readonly look: (sql: Sql, standing: readonly Checkpoint[]) => Promise<T>;
}

/**
 * One moment at which serving read models and what was built beside them stand at the same position. Only drawing level
 * holds the serving ones up; looking, which may take long, does not.
 */
export const atStandstill = async <T>({ database, models, drawLevel, look }: Standstill<T>): Promise<T> => {
  let looking: Promise<T> | undefined;
  await database.transaction(async (sql) => {
    const standing = await lockCheckpoints(sql, models.map(schemaOf));
    await drawLevel(standing);
    await new Promise<void>((seen, failed) => {
      looking = database.transaction(
        async (snapshot) => {
          await snapshot.query('SELECT 1');
          seen();
          return look(snapshot, standing);
        },
        { kind: 'snapshot' },
      );
      looking.catch(failed);
    });
  });
  if (!looking) throw new Error('nobody looked');
  return looking;
};
