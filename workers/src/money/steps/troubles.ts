import type { Sql } from '@groundswell/platform/database';

/** A step's failures so far. */
export interface Trouble {
  readonly stepId: string;
  readonly since: Date;
  readonly failures: number;
  /** The step is not retried before this time. */
  readonly nextAt: Date;
  /** It was parked at some time; its stream shows whether it still is. */
  readonly parked: boolean;
}

/** Failed steps of a person, by step id. */
export const troublesOf = async (sql: Sql, userId: string): Promise<Map<string, Trouble>> => {
  const found = await sql.query<Trouble>(
    `SELECT step_id AS "stepId", since, failures, next_at AS "nextAt", parked FROM trouble WHERE user_id = $1`,
    [userId],
  );
  return new Map(found.map((trouble) => [trouble.stepId, trouble]));
};

export const noteTrouble = async (
  sql: Sql,
  userId: string,
  { stepId, since, failures, nextAt, parked }: Trouble,
  reason: string,
): Promise<void> => {
  await sql.query(
    `INSERT INTO trouble (step_id, user_id, since, failures, next_at, parked, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (step_id) DO UPDATE SET since = excluded.since, failures = excluded.failures,
       next_at = excluded.next_at, parked = excluded.parked, reason = excluded.reason`,
    [stepId, userId, since, failures, nextAt, parked, reason],
  );
};

/** Deletes the record of a step's failures: the step ended, or starts over. */
export const forgetTrouble = async (sql: Sql, stepId: string): Promise<void> => {
  await sql.query('DELETE FROM trouble WHERE step_id = $1', [stepId]);
};

/** Makes everything that waits for a person due at once; false when nothing did. */
export const hurry = async (sql: Sql, userId: string, now: Date): Promise<boolean> => {
  const waiting = await sql.query(
    'UPDATE trouble SET next_at = $2 WHERE user_id = $1 AND next_at > $2 AND NOT parked RETURNING step_id',
    [userId, now],
  );
  return waiting.length > 0;
};
