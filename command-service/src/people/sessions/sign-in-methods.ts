import type { Sql } from '@groundswell/platform/database';

/** Whether what proved a person counts still; asked under the lock below, in the transaction that lets them in. */
export type StillStands = (sql: Sql) => Promise<boolean>;

/**
 * Who lets a person in and who changes how they get in wait here for each other, until the transaction ends: else a session
 * could begin by a password that was replaced while it was looked at.
 */
export const lockSignInMethods = (sql: Sql, userId: string): Promise<object[]> =>
  sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`ways in of ${userId}`]);
