import type { Sql } from '@groundswell/platform/database';

/** Vault field for the subject of a linked Google account, which identifies a person. */
export const googleSubjectField = 'google_subject';

/** Whether a person's proof is still valid. Checked under the lock below, in the transaction that signs them in. */
export type StillStands = (sql: Sql) => Promise<boolean>;

/**
 * Serializes sign-ins and changes of a person's sign-in methods until the end of the transaction. Otherwise a
 * session could begin with a password that was replaced while it was being checked.
 */
export const lockSignInMethods = (sql: Sql, userId: string): Promise<object[]> =>
  sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`ways in of ${userId}`]);
