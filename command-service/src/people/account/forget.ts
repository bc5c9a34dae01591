import type { Sql } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';

/**
 * All tables of this service that hold a person's id; refresh tokens, recovery codes and a session's proofs
 * are deleted by cascade.
 */
const tables = [
  'session',
  'begun_sign_in',
  'second_factor',
  'known_network',
  'owed_notice',
  'credential',
] as const;

/** Deletes a person's password, second factor, sign-ins and sessions in the caller's transaction. */
export const forget = async (personId: string, sql: Sql): Promise<void> => {
  await lockSignInMethods(sql, personId);
  for (const table of tables) await sql.query(`DELETE FROM people.${table} WHERE user_id = $1`, [personId]);
};
