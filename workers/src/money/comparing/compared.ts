import type { Sql } from '@groundswell/platform/database';

const hour = 3_600_000;

/**
 * People to be compared with the broker, those first whose turn is longest ago: who waits for something, of whom
 * something is new since their cash was compared, and everybody now and then, and after a start.
 */
export const peopleToCompare = async (
  sql: Sql,
  times: { now: Date; startedAt: Date; every: number; allEvery: number },
  most: number,
): Promise<string[]> => {
  const now = times.now.getTime();
  const rows = await sql.query<{ user_id: string }>(
    `SELECT person.user_id FROM money_person person LEFT JOIN compared USING (user_id)
     WHERE person.broker_account_id IS NOT NULL AND (
       compared.user_id IS NULL OR compared.compared_at < $1 OR (compared.compared_at <= $2 AND (
         person.waiting OR person.differing
         OR EXISTS (SELECT FROM money_entity WHERE user_id = person.user_id
                    AND (pending IS NOT NULL OR money_entity.position > compared.position)))))
     ORDER BY compared.compared_at NULLS FIRST LIMIT $3`,
    [
      new Date(Math.max(now - times.allEvery, times.startedAt.getTime() - hour)),
      new Date(now - times.every),
      most,
    ],
  );
  return rows.map(({ user_id }) => user_id);
};

/** @param position of the log up to which the cash was compared; undefined when it was not, since something was under way */
export const noteCompared = async (
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
