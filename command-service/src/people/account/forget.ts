import type { Sql } from '@groundswell/platform/database';
import { lockSignInMethods } from '../sessions/sign-in-methods.js';

/** Everything in the tables of this room that holds a person's id; refresh tokens and recovery codes go along, as do proofs of a session. */
const tables = ['session', 'begun_sign_in', 'second_factor', 'known_network', 'credential'] as const;

/** Deletes password, second factor, sign-ins and sessions of a person, in the caller's transaction. */
export const forget = async (personId: string, sql: Sql): Promise<void> => {
  await lockSignInMethods(sql, personId);
  for (const table of tables) await sql.query(`DELETE FROM people.${table} WHERE user_id = $1`, [personId]);
};
