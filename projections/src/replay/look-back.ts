import { randomBytes } from 'node:crypto';
import { type Database, type Sql, withSignsOfLife } from '@groundswell/platform/database';
import { asComparison, type ReadModel, readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import type { Build } from './build-together.js';
import { compareOne, type ModelComparison, notCompared, whyNot } from './compare-live.js';
import type { Moment } from './moment.js';
import { type ReplayDependencies, Run } from './run.js';
import { dropShadows, pastSchemaOf, takeShadows } from './shadow.js';
import { labelOf } from './verify.js';

/** A read model as it was, compared with its current state. */
export interface LookedBack {
  readonly comparisons: readonly ModelComparison[];
  readonly events: number;
  readonly seconds: number;
}

/**
 * Builds read models as of a past moment and compares them with the serving ones. They are never swapped in, and are
 * removed afterwards.
 */
export const lookBack = async (
  dependencies: ReplayDependencies,
  models: readonly ReadModel[],
  until: Moment,
): Promise<LookedBack> => {
  const { database } = dependencies;
  const name = randomBytes(4).toString('hex');
  const builds = models.map((model) => ({ model, schema: pastSchemaOf(model, name) }));
  const taken = await takeShadows(database, builds);
  try {
    const run = await Run.begin(dependencies, builds, 'look back', labelOf(models));
    return await run.guard(async () => {
      await run.build(until);
      await run.turn('comparing');
      const comparisons = await database.transaction(
        (sql) => withSignsOfLife(sql, () => compareAll(database, sql, builds)),
        asComparison,
      );
      await run.turn('done');
      return { comparisons, events: run.events, seconds: run.seconds };
    });
  } finally {
    await dropShadows(database, builds).catch(() => undefined);
    await taken.release();
  }
};

const compareAll = async (
  database: Database,
  sql: Sql,
  builds: readonly Build[],
): Promise<ModelComparison[]> => {
  const found: ModelComparison[] = [];
  for (const { model, schema } of builds) {
    const [live] = await readCheckpoints(sql, [schemaOf(model)]);
    const reason = whyNot(model, live);
    const compared = { schema, position: undefined, mostShown: 0 };
    found.push(
      reason
        ? notCompared(model, reason)
        : { ...(await compareOne(database, model, sql, compared)), position: undefined },
    );
  }
  return found;
};
