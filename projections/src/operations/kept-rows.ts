import { type Database, type Sql, unlessStructural } from '@groundswell/platform/database';
import { type ReadModel, schemaOf } from '@groundswell/platform/read-store';
import type { ReadModelStatus } from './status.js';

/** Query limit. Waiting rows come first; a thousand of them are an emergency anyway. */
const mostRead = 1_000;

/** The rows of a read model's query. Empty while its tables do not exist. */
export const keptRows = async <Row>(
  database: Database,
  model: ReadModel,
  statuses: readonly ReadModelStatus[],
  query: (sql: Sql, limit: number) => Promise<Row[]>,
): Promise<Row[]> => {
  const isThere = statuses.some(({ readModel, version }) => readModel === model.name && version !== null);
  if (!isThere) return [];
  // Damaged tables are reported with the read model itself.
  const rows = await unlessStructural(
    database.transaction((sql) => query(sql, mostRead), { schemas: [schemaOf(model)] }),
  );
  return rows ?? [];
};
