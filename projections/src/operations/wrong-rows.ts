import type { Sql } from '@groundswell/platform/database';

/** How many serving rows did not match the log. */
export interface WrongRows {
  readonly readModel: string;
  readonly rows: number;
}

/** Records the result for compared read models until they are compared again or replaced. */
export const noteWrongRows = async (sql: Sql, found: readonly WrongRows[]): Promise<void> => {
  for (const { readModel, rows } of found) {
    await sql.query(
      `INSERT INTO operations.wrong_rows (read_model, rows) VALUES ($1, $2)
       ON CONFLICT (read_model) DO UPDATE SET rows = excluded.rows`,
      [readModel, rows],
    );
  }
};

/** Call after a swap: the new tables have not been compared yet. */
export const forgetWrongRows = async (sql: Sql, readModels: readonly string[]): Promise<void> => {
  await sql.query('DELETE FROM operations.wrong_rows WHERE read_model = ANY ($1)', [readModels]);
};

/** Wrong rows that were found and not fixed. */
export const readWrongRows = (sql: Sql): Promise<WrongRows[]> =>
  sql.query<WrongRows>(
    'SELECT read_model AS "readModel", rows FROM operations.wrong_rows WHERE rows > $1',
    [0],
  );
