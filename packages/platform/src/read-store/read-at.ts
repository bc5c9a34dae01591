import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { together } from '../database/transaction.js';
import { isMissing } from '../faults.js';
import { asReader, readCheckpoints } from './checkpoint.js';
import { OlderTables } from './damaged-tables.js';
import { type ReadModel, schemaOf } from './read-model.js';

/** The result of a query, and each read model's commit position at that time, by name. */
export interface ReadAt<T> {
  readonly value: T;
  readonly positions: ReadonlyMap<string, bigint>;
}

/** No projection has created the read model's tables yet. */
export class NotBuiltYet extends Error {
  override readonly name = 'NotBuiltYet';
}

/** Where a read model's tables are looked up: those that serve, unless someone reads a copy. */
type Placing = (model: Pick<ReadModel, 'name'>) => string;

/**
 * Reads several models as of one moment.
 * @param placing which schema each of them is read from
 * @throws NotBuiltYet; OlderTables
 */
export const readAt = async <T>(
  database: Database,
  models: readonly ReadModel[],
  work: (sql: Sql) => Promise<T>,
  placing: Placing = schemaOf,
): Promise<ReadAt<T>> => {
  let begun = false;
  try {
    return await database.transaction(async (sql) => {
      const positions = positionsOf(sql, models, placing);
      const value = work(sql);
      await together<unknown>([
        positions.then(() => {
          begun = true;
        }),
        value,
      ]);
      return { value: await value, positions: await positions };
    }, asReader);
  } catch (error) {
    throw !begun && isMissing(error) ? new NotBuiltYet('there are no read models yet') : error;
  }
};

const positionsOf = async (
  sql: Sql,
  models: readonly ReadModel[],
  placing: Placing,
): Promise<Map<string, bigint>> => {
  const checkpoints = await readCheckpoints(sql, models.map(placing));
  const [aside] = checkpoints.filter(({ isSetAside }) => isSetAside);
  if (aside) throw new NotBuiltYet(`${aside.schema} holds rows of a log that was set aside`);
  const versions = new Map(checkpoints.map(({ schema, version }) => [schema, version]));
  const older = models.filter((model) => (versions.get(placing(model)) ?? model.version) < model.version);
  if (older.length > 0) throw new OlderTables(older.map(({ name }) => name));
  const bySchema = new Map(checkpoints.map(({ schema, position }) => [schema, position?.commit ?? 0n]));
  return new Map(
    models.map((model): [string, bigint] => {
      const position = bySchema.get(placing(model));
      if (position === undefined) throw new NotBuiltYet(`${model.name} does not exist yet`);
      return [model.name, position];
    }),
  );
};
