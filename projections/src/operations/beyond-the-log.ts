import type { Sql } from '@groundswell/platform/database';
import { type ReadModel, schemaOf } from '@groundswell/platform/read-store';

/** What somebody follows the log with who is no read model of projections. */
export interface Follower {
  readonly name: string;
  /** Commit position up to which it has read. */
  readonly position: bigint;
  /** Whether it has met a log shorter than that already. */
  readonly stranded: boolean;
}

interface FollowerRow extends Omit<Follower, 'position'> {
  readonly position: string;
}

/** How far mails were read for; nobody keeps them where the workers have never run. */
const mailReading = async (sql: Sql): Promise<FollowerRow[]> => {
  const [found] = await sql.query<{ there: boolean }>(
    `SELECT to_regclass('mail.reading') IS NOT NULL AS there`,
    [],
  );
  return found?.there
    ? sql.query<FollowerRow>(
        `SELECT 'mail' AS name, position::text, false AS stranded FROM mail.reading WHERE position >= $1`,
        [0],
      )
    : [];
};

/**
 * What workers follow the log with.
 * @param models those that projections keep
 */
export const readFollowers = async (sql: Sql, models: readonly ReadModel[]): Promise<Follower[]> => {
  const books = await sql.query<FollowerRow>(
    `SELECT read_model AS name, commit_position::text AS position, stranded FROM read_store.checkpoint
      WHERE schema <> ALL ($1) AND strpos(schema, '__') = 0 AND commit_position IS NOT NULL
      ORDER BY read_model`,
    [models.map(schemaOf)],
  );
  return [...books, ...(await mailReading(sql))].map((row) => ({ ...row, position: BigInt(row.position) }));
};

/**
 * Those that have read a longer log than there is, in plain words. They begin anew by themselves.
 * @param end commit position of the log's last event, asked for after the followers were read: they move on with the log.
 *   Undefined when it is empty
 */
export const followersBeyond = (followers: readonly Follower[], end = 0n): string[] =>
  followers
    .filter(({ position, stranded }) => stranded || position > end)
    .map(
      ({ name, position }) =>
        `${name} has read up to position ${position}, and the log has been shorter since: an older one was restored. ` +
        'The workers begin anew by themselves: do they run?',
    );
