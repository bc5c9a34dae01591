import type { Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { Vault } from '@groundswell/platform/vault';
import { createAttempts, openBetween, window } from './attempts.js';
import { haste } from './haste.js';
import type { Counter } from './limit.js';

/** Attempts counted across all instances of the service. */
interface SharedAttempts extends Counter {
  /** The first half of `count`: in this process. Seconds to wait when there were too many. */
  countHere(key: string, now: number): number | undefined;
  /** The second half: across all instances. */
  countTogether(key: string, now: number): Promise<number | undefined>;
  forget(key: string): Promise<void>;
}

/**
 * Creates a counter: at most `limit` attempts per key in each minute that starts with the first of them.
 * @param name separates its keys from other counters'; the same in every instance
 */
export type OpenAttempts = (name: string, limit: number) => SharedAttempts;

export interface SharedAttemptsParts {
  readonly database: Database;
  readonly vault: Pick<Vault, 'digest'>;
  readonly log: Log;
}

interface AttemptRow {
  readonly since: Date;
  readonly count: number;
}

/** A crash of the database may take the counts of its last moments. */
const countOne = `
  ${haste}
  INSERT INTO command_service.attempt AS attempt (key, since, count) SELECT $1, $2::timestamptz, 1 FROM haste
  ON CONFLICT (key) DO UPDATE SET
    since = CASE WHEN attempt.since > $3 AND attempt.since <= $4 THEN attempt.since ELSE $2 END,
    count = CASE WHEN attempt.since > $3 AND attempt.since <= $4 THEN attempt.count + 1 ELSE 1 END
  RETURNING since, count`;

/**
 * Counts in this process first, which spares the database a flood, and then in the database under a keyed
 * hash, since a key may be someone's address. While the database is down this process counts alone, so that a
 * limit never becomes an error.
 */
export const openSharedAttempts =
  ({ database, vault, log }: SharedAttemptsParts): OpenAttempts =>
  (name, limit) => {
    const own = createAttempts(limit);
    const digestOf = (key: string): string => vault.digest('attempts', `${name} ${key}`);
    const alone = (fault: unknown): undefined => {
      log.warn({ err: fault, name }, 'attempts are counted in this process alone');
    };

    const query = async (key: string, now: number): Promise<number | undefined> => {
      const [row] = await database.query<AttemptRow>(countOne, [
        digestOf(key),
        new Date(now),
        ...openBetween(now, window),
      ]);
      if (!row || row.count <= limit) return undefined;
      return Math.ceil((row.since.getTime() + window - now) / 1_000);
    };
    const countTogether = (key: string, now: number) => query(key, now).catch(alone);

    return {
      countHere: (key, now) => own.count(key, now),
      countTogether,
      count: async (key, now) => own.count(key, now) ?? (await countTogether(key, now)),
      async forget(key) {
        own.forget(key);
        await database
          .query('DELETE FROM command_service.attempt WHERE key = $1', [digestOf(key)])
          .catch(alone);
      },
    };
  };

/** Deletes counts of minutes that are not open. */
export const removeOldAttempts = async (database: Database, now: Date): Promise<void> => {
  await database.query(
    'DELETE FROM command_service.attempt WHERE since <= $1 OR since > $2',
    openBetween(now.getTime(), window),
  );
};
