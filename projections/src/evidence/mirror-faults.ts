import type { Sql } from '@groundswell/platform/database';

/** Mirrors that do not accept checkpoints, as text. The workers keep retrying. */
export const mirrorFaults = async (sql: Sql): Promise<string[]> => {
  const found = await sql.query<{ name: string; fault: string; since: Date }>(
    `SELECT name, fault, faulty_since AS since FROM evidence.mirror WHERE fault IS NOT NULL ORDER BY name`,
  );
  return found.map(
    ({ name, fault, since }) =>
      `checkpoints are not mirrored to ${name} since ${since.toISOString()}: ${fault}; the workers try again`,
  );
};
