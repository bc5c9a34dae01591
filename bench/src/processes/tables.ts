import { readModels } from '@groundswell/projections/replaying';
import pg from 'pg';

/** How the tables of a group are looked at. The connection is made again after PostgreSQL was away. */
export interface Tables {
  /** Commit positions that the read models have reached, by their names. @throws while PostgreSQL is away */
  positions(): Promise<ReadonlyMap<string, bigint>>;
  /** A hash of all rows of each read model, whatever order they lie in. */
  checksums(): Promise<ReadonlyMap<string, string>>;
  /** How many events the hash chain has: one that was skipped or applied twice changes it. */
  events(): Promise<number>;
  close(): Promise<void>;
}

const tablesOf = `
  SELECT c.read_model AS model, format('%I.%I', t.schemaname, t.tablename) AS name
    FROM read_store.checkpoint c JOIN pg_tables t ON t.schemaname = c.schema
   WHERE c.schema NOT LIKE '%\\_\\_%' ORDER BY 1, 2`;

export const openTables = (databaseUrl: string): Tables => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // The next query says so, too.
  pool.on('error', () => undefined);
  return {
    async positions() {
      const { rows } = await pool.query<{ model: string; position: string | null }>(
        `SELECT read_model AS model, commit_position AS position FROM read_store.checkpoint WHERE schema NOT LIKE '%\\_\\_%'`,
      );
      return new Map(rows.map(({ model, position }) => [model, BigInt(position ?? -1)]));
    },
    async checksums() {
      const { rows: tables } = await pool.query<{ model: string; name: string }>(tablesOf);
      const sums = new Map<string, string>(readModels.map(({ name }) => [name, '']));
      for (const { model, name } of tables) {
        const { rows } = await pool.query<{ sum: string }>(
          `SELECT md5(coalesce(string_agg(row, ',' ORDER BY row), '')) AS sum FROM (SELECT md5(t::text) AS row FROM ${name} t) AS all_rows`,
        );
        sums.set(model, `${sums.get(model)} ${name}=${rows[0]?.sum}`.trim());
      }
      return sums;
    },
    async events() {
      const { rows } = await pool.query<{ count: string }>('SELECT count FROM log_chain.chain_head');
      return Number(rows[0]?.count);
    },
    close: () => pool.end(),
  };
};
