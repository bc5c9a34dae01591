import type { Sql } from '@groundswell/platform/database';
import { type ReadModel, schemaOf } from '@groundswell/platform/read-store';

interface Follower {
  readonly name: string;
  readonly position: string;
}

/** How far mails were read for; nobody keeps them where the workers have never run. */
const mailReading = async (sql: Sql, end: bigint): Promise<Follower[]> => {
  const [found] = await sql.query<{ there: boolean }>(
    `SELECT to_regclass('mail.reading') IS NOT NULL AS there`,
    [],
  );
  return found?.there
    ? sql.query<Follower>(
        `SELECT 'mail' AS name, position::text FROM mail.reading WHERE position > $1::numeric`,
        [end.toString()],
      )
    : [];
};

/**
 * What workers follow the log with, and has read a longer one than there is, in plain words. They begin anew by themselves.
 * @param models those that projections keep
 * @param end commit position of the log's last event; undefined when it is empty
 */
export const readFollowersBeyond = async (
  sql: Sql,
  models: readonly ReadModel[],
  end = 0n,
): Promise<string[]> => {
  const books = await sql.query<Follower>(
    `SELECT read_model AS name, commit_position::text AS position FROM read_store.checkpoint
      WHERE schema <> ALL ($1) AND strpos(schema, '__') = 0 AND (stranded OR commit_position > $2::bigint)
      ORDER BY read_model`,
    [models.map(schemaOf), end.toString()],
  );
  return [...books, ...(await mailReading(sql, end))].map(
    ({ name, position }) =>
      `${name} has read up to position ${position}, and the log has been shorter since: an older one was restored. ` +
      'The workers begin anew by themselves: do they run?',
  );
};
