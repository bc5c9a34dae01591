import type { Sql } from '@groundswell/platform/database';

const hour = 3_600_000;

/** The share of a round for people who wait for something, however many others there are. */
const shareOfWaiting = 0.7;

/** People who were not compared since a time, the longest wait first. */
const turnsOf = async (sql: Sql, condition: string, parameters: readonly unknown[]): Promise<string[]> => {
  const rows = await sql.query<{ user_id: string }>(
    `SELECT person.user_id FROM money_person person LEFT JOIN compared USING (user_id)
     WHERE person.broker_account_id IS NOT NULL AND ${condition}
     ORDER BY compared.compared_at NULLS FIRST LIMIT $2`,
    parameters,
  );
  return rows.map(({ user_id }) => user_id);
};

/**
 * The present time, since when this process compares, and how long a comparison stays valid, in milliseconds.
 */
export interface TurnTimes {
  readonly now: Date;
  readonly startedAt: Date;
  readonly every: number;
  readonly allEvery: number;
}

/**
 * People to compare with the broker. These are people who wait for something, have a parked job, or have had events
 * since their cash was compared. In addition, everyone is compared now and then and after a start. Neither group
 * can starve the other.
 */
export const peopleToReconcile = async (sql: Sql, times: TurnTimes, most: number): Promise<string[]> => {
  const now = times.now.getTime();
  const isNews = `person.waiting OR person.differing
    OR EXISTS (SELECT FROM money_entity WHERE user_id = person.user_id AND pending IS NOT NULL)
    OR EXISTS (SELECT FROM money_entity WHERE user_id = person.user_id AND position > compared.position)
    OR EXISTS (SELECT FROM money_job WHERE user_id = person.user_id AND state IN ('parked', 'retried'))`;
  // A time in the future was written by a process whose clock is ahead of ours.
  const isDue = `(compared.user_id IS NULL OR compared.compared_at <= $1 OR compared.compared_at > $3)`;
  const waiting = await turnsOf(sql, `${isDue} AND (${isNews})`, [
    new Date(now - times.every),
    most,
    times.now,
  ]);
  const allSince = new Date(Math.max(now - times.allEvery, times.startedAt.getTime() - hour));
  const idle = await turnsOf(sql, `${isDue} AND NOT (${isNews})`, [allSince, most, times.now]);
  const first = waiting.slice(0, Math.max(Math.ceil(most * shareOfWaiting), most - idle.length));
  return [...first, ...idle.slice(0, most - first.length)];
};

/**
 * @param position log position up to which the cash was compared; undefined when it was not, because something was
 * in progress
 */
export const noteReconciled = async (
  sql: Sql,
  userId: string,
  comparedAt: Date,
  position: bigint | undefined,
): Promise<void> => {
  await sql.query(
    `INSERT INTO compared (user_id, compared_at, position) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE
     SET compared_at = excluded.compared_at, position = greatest(compared.position, excluded.position)`,
    [userId, comparedAt, (position ?? -1n).toString()],
  );
};

/** Makes everyone due for comparison again, because the log may have been replaced. */
export const forgetReconciled = async (sql: Sql): Promise<void> => {
  await sql.query('DELETE FROM compared');
};
