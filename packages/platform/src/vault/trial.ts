import type { Sql } from '../database/index.js';

/** Which of a person's fields came to be used: asked long after, when that was not confirmed at the time. */
export type CameOf = (personId: string, fields: readonly string[]) => Promise<readonly string[]>;

interface OverTrial {
  readonly person_id: string;
  readonly fields: readonly string[];
}

/** Values whose trial has ended, by person. */
export const trialsOver = (sql: Sql, now: Date): Promise<OverTrial[]> =>
  sql.query<OverTrial>(
    `SELECT person_id, array_agg(field) AS fields FROM vault.personal_value WHERE trial_until <= $1
     GROUP BY person_id`,
    [now],
  );

/** Of those that are on trial still. */
export const renewTrial = (
  sql: Sql,
  personId: string,
  fields: readonly string[],
  until: Date,
): Promise<object[]> =>
  sql.query(
    `UPDATE vault.personal_value SET trial_until = $3
     WHERE person_id = $1 AND field = ANY ($2) AND trial_until IS NOT NULL`,
    [personId, fields, until],
  );

/**
 * Ends the trial of some fields; they stay until their own expiry, if any. Fields never on trial, or deleted,
 * are not changed.
 */
export const passTrial = (sql: Sql, personId: string, fields: readonly string[]): Promise<object[]> =>
  sql.query('UPDATE vault.personal_value SET trial_until = NULL WHERE person_id = $1 AND field = ANY ($2)', [
    personId,
    fields,
  ]);

/** They expire with their trial. One that was renewed since it was found to be over continues. */
export const failTrial = (
  sql: Sql,
  personId: string,
  fields: readonly string[],
  now: Date,
): Promise<object[]> =>
  sql.query(
    `UPDATE vault.personal_value SET expires_at = least(expires_at, trial_until), trial_until = NULL
     WHERE person_id = $1 AND field = ANY ($2) AND trial_until <= $3`,
    [personId, fields, now],
  );
