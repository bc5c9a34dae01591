import type { Database } from '../database/index.js';
import type { KeyRing, WrappedKey } from './key-ring.js';

/**
 * Wraps up to `most` people's keys with the current master key, only those wrapped by older ones: a process
 * that does not know yet of a newer master key would otherwise undo others' work. The data under the keys are
 * not touched.
 */
export const rewrap = (database: Database, ring: KeyRing, most: number): Promise<number> =>
  database.transaction(async (sql) => {
    const rows = await sql.query<WrappedKey & { person_id: string }>(
      `SELECT person_id, wrapped_key, master_version FROM vault.person_key
       WHERE master_version < $1 ORDER BY person_id LIMIT $2 FOR NO KEY UPDATE`,
      [ring.wraps, most],
    );
    for (const row of rows) {
      const { wrapped_key, master_version } = ring.wrap(ring.unwrap(row, row.person_id), row.person_id);
      await sql.query(
        'UPDATE vault.person_key SET wrapped_key = $2, master_version = $3 WHERE person_id = $1',
        [row.person_id, wrapped_key, master_version],
      );
    }
    return rows.length;
  });
