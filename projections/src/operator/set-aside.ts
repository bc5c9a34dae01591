import type { Sql } from '@groundswell/platform/database';

/** Tables of a read model that a replay moved to another schema, and that are still there. */
export interface SetAside {
  readonly schema: string;
  readonly readModel: string;
  /** ISO 8601. */
  readonly since: string;
  readonly bytes: number;
}

/** What was set aside and not removed, the oldest first. */
export const readSetAside = async (sql: Sql): Promise<SetAside[]> => {
  const rows = await sql.query<Omit<SetAside, 'since'> & { since: Date }>(
    `SELECT aside.schema, aside.read_model AS "readModel", aside.set_aside_at AS since,
            (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 FROM pg_class
              WHERE relnamespace = namespace.oid AND relkind = 'r') AS bytes
       FROM read_store.aside JOIN pg_namespace namespace ON namespace.nspname = aside.schema
      ORDER BY aside.set_aside_at`,
    [],
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
};

/** It is evidence that no program removes, so it alone is no problem. */
export const setAsideText = (found: readonly SetAside[] | null): string[] =>
  (found ?? []).map(
    ({ schema, readModel, since, bytes }) =>
      `${readModel} was set aside on ${since.slice(0, 10)} and takes ${(bytes / 1_000_000).toFixed(1)} MB. Once you have a copy of it: DROP SCHEMA "${schema}" CASCADE`,
  );
