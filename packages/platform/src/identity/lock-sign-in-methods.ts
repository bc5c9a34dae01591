import type { Sql } from '../database/index.js';

/**
 * Serializes sign-ins and changes of a person's sign-in methods until the end of the transaction. Otherwise a
 * session could begin with a password that was replaced while it was being checked, and a link that is issued meanwhile would
 * survive the change that ends a person's links.
 */
export const lockSignInMethods = (sql: Sql, userId: string): Promise<object[]> =>
  sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`ways in of ${userId}`]);
