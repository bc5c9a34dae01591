import { type Refusal, refuse } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import type { Vault } from '@groundswell/platform/vault';
import type { Limited } from '../../shared/limit.js';
import { closedAfter, closedFor } from './guesses.js';
import { secretField } from './state.js';
import type { StoredRecoveryCodes } from './stored-recovery-codes.js';
import { stepOf } from './totp.js';

export interface CodeSpending {
  /**
   * Undefined when the code, from the app or for recovery, is right; it is then spent. Reveals nothing else
   * about a wrong one.
   */
  spend(userId: string, code: string): Promise<Refusal | Limited | undefined>;
}

export interface SpendingParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly now: () => Date;
  readonly log: Log;
}

interface FactorRow {
  readonly last_step: string;
  readonly failures: number;
  readonly closed_until: Date | null;
}

export const createCodeSpending = (
  { database, vault, now, log }: SpendingParts,
  recoveryCodes: Pick<StoredRecoveryCodes, 'spend'>,
): CodeSpending => {
  /** The time step an app code spends. It must be later than the last spent step. */
  const newStep = async (userId: string, code: string, lastStep: bigint, sql: Sql) => {
    const secret = (await vault.get(userId, [secretField], sql))[secretField];
    const step = secret === undefined ? undefined : stepOf(secret, code.replace(/[\s-]/g, ''), now());
    return step !== undefined && step > lastStep ? step : undefined;
  };

  const fail = async (userId: string, failures: number, sql: Sql): Promise<Refusal> => {
    const closed = closedAfter(failures);
    await sql.query('UPDATE people.second_factor SET failures = $2, closed_until = $3 WHERE user_id = $1', [
      userId,
      failures,
      closed > 0 ? new Date(now().getTime() + closed) : null,
    ]);
    log.warn({ userId, failures }, 'a code of a second factor was wrong');
    return refuse('CodeRefused');
  };

  return {
    /** Locks the row until it is decided: concurrent codes are checked one after another. */
    spend: (userId, code) =>
      database.transaction(async (sql) => {
        const [row] = await sql.query<FactorRow>(
          'SELECT last_step, failures, closed_until FROM people.second_factor WHERE user_id = $1 FOR UPDATE',
          [userId],
        );
        if (!row) return refuse('CodeRefused');
        const closed = closedFor(row.closed_until, now());
        if (closed > 0) return { ...refuse('TooManyRequests'), retryAfter: Math.ceil(closed / 1_000) };
        const step = await newStep(userId, code, BigInt(row.last_step), sql);
        if (step === undefined && !(await recoveryCodes.spend(userId, code, sql))) {
          return fail(userId, row.failures + 1, sql);
        }
        await sql.query(
          'UPDATE people.second_factor SET last_step = $2, failures = 0, closed_until = NULL WHERE user_id = $1',
          [userId, String(step ?? row.last_step)],
        );
        return undefined;
      }),
  };
};
