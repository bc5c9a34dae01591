import { randomBytes } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import type { Vault } from '@groundswell/platform/vault';
import type { Limited } from '../../shared/limit.js';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import { closedAfter } from './guesses.js';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.js';
import { addressOf, secretLength, secretOf, stepOf } from './totp.js';

/** The proof besides password or Google: the log shows whether there is one, the vault holds its secret. */
export interface SecondFactor {
  /** Number of unused recovery codes. */
  recoveryCodesLeft(userId: string): Promise<number>;
  /** Creates a secret, which takes effect only when a code for it is entered. */
  setUp(userId: string): Promise<{ readonly secret: string; readonly address: string } | Refusal>;
  /** Returns the recovery codes, of which only digests are stored. */
  turnOn(userId: string, code: string, cause: Cause): Promise<readonly string[] | Refusal>;
  renewRecoveryCodes(
    userId: string,
    code: string,
    cause: Cause,
  ): Promise<readonly string[] | Refusal | Limited>;
  turnOff(userId: string, code: string, cause: Cause): Promise<Refusal | Limited | undefined>;
  /**
   * For a person who has lost app and recovery codes, together with everything that has to end with it;
   * false, and nothing changes, when there is none. A repeat completes an interrupted attempt.
   */
  reset(userId: string, cause: Cause, alsoEnd: () => Promise<void>): Promise<boolean | Refusal>;
  /**
   * Undefined when the code, from the app or for recovery, is right; it is then spent. Reveals nothing else
   * about a wrong one.
   */
  spend(userId: string, code: string): Promise<Refusal | Limited | undefined>;
}

export interface SecondFactorParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly accounts: Pick<Accounts, 'find' | 'emailOf' | 'change'>;
  readonly now: () => Date;
  readonly log: Log;
}

interface FactorRow {
  readonly last_step: string;
  readonly failures: number;
  readonly closed_until: Date | null;
}

const secretField = 'second_factor.secret';
/** A secret not yet confirmed by a code. */
const pendingField = 'second_factor.pending';
/** Milliseconds to set up an app. */
const pendingTime = 30 * 60_000;

export const createSecondFactor = (services: SecondFactorParts): SecondFactor => {
  const { database, vault, accounts, now, log } = services;

  const digestOf = (userId: string, code: string): string =>
    vault.digest('recovery code', `${userId} ${plainRecoveryCode(code)}`);

  const isOn = async (userId: string): Promise<boolean> =>
    (await accounts.find(userId))?.secondFactor === true;

  const storeRecoveryCodes = async (userId: string, sql: Sql): Promise<readonly string[]> => {
    const codes = newRecoveryCodes(randomBytes);
    await sql.query('DELETE FROM people.recovery_code WHERE user_id = $1', [userId]);
    await sql.query(
      'INSERT INTO people.recovery_code SELECT $1, digest FROM unnest($2::text[]) AS r (digest)',
      [userId, codes.map((code) => digestOf(userId, code))],
    );
    return codes;
  };

  /** The time step an app code spends. It must be later than the last spent step. */
  const newStep = async (userId: string, code: string, lastStep: bigint, sql: Sql) => {
    const secret = (await vault.get(userId, [secretField], sql))[secretField];
    const step = secret === undefined ? undefined : stepOf(secret, code.replace(/[\s-]/g, ''), now());
    return step !== undefined && step > lastStep ? step : undefined;
  };

  const spendRecoveryCode = async (userId: string, code: string, sql: Sql): Promise<boolean> => {
    const spent = await sql.query(
      'DELETE FROM people.recovery_code WHERE user_id = $1 AND digest = $2 RETURNING 1',
      [userId, digestOf(userId, code)],
    );
    return spent.length > 0;
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

  /** Locks the row until it is decided: concurrent codes are checked one after another. */
  const spend: SecondFactor['spend'] = (userId, code) =>
    database.transaction(async (sql) => {
      const [row] = await sql.query<FactorRow>(
        'SELECT last_step, failures, closed_until FROM people.second_factor WHERE user_id = $1 FOR UPDATE',
        [userId],
      );
      if (!row) return refuse('CodeRefused');
      const closed = (row.closed_until?.getTime() ?? 0) - now().getTime();
      if (closed > 0) return { ...refuse('TooManyRequests'), retryAfter: Math.ceil(closed / 1_000) };
      const step = await newStep(userId, code, BigInt(row.last_step), sql);
      if (step === undefined && !(await spendRecoveryCode(userId, code, sql))) {
        return fail(userId, row.failures + 1, sql);
      }
      await sql.query(
        'UPDATE people.second_factor SET last_step = $2, failures = 0, closed_until = NULL WHERE user_id = $1',
        [userId, String(step ?? row.last_step)],
      );
      return undefined;
    });

  /** Write the event first: in the opposite order, a crash in between would leave an account that no code opens. */
  const endFactor = async (
    userId: string,
    cause: Cause,
    alsoEnd?: () => Promise<void>,
  ): Promise<Refusal | undefined> => {
    const done = await accounts.change(userId, { type: 'TurnOffSecondFactor' }, cause);
    if (isRefusal(done)) return done;
    await alsoEnd?.();
    await vault.remove(userId, [secretField, pendingField]);
    // Last, so that a remaining row shows that the reset was interrupted.
    await database.query('DELETE FROM people.second_factor WHERE user_id = $1', [userId]);
    return undefined;
  };

  const isLeft = async (userId: string): Promise<boolean> =>
    (await database.query('SELECT FROM people.second_factor WHERE user_id = $1', [userId])).length > 0;

  return {
    spend,
    async recoveryCodesLeft(userId) {
      const left = await database.query('SELECT FROM people.recovery_code WHERE user_id = $1', [userId]);
      return left.length;
    },
    async setUp(userId) {
      const [on, email] = await Promise.all([isOn(userId), accounts.emailOf(userId)]);
      if (on) return refuse('SecondFactorOn');
      const secret = secretOf(randomBytes(secretLength));
      const expiresAt = new Date(now().getTime() + pendingTime);
      await vault.put(userId, { [pendingField]: { value: secret, expiresAt } });
      return { secret, address: addressOf(secret, email ?? '') };
    },
    async turnOn(userId, code, cause) {
      if (await isOn(userId)) return refuse('SecondFactorOn');
      const codes = await database.transaction(async (sql) => {
        // Of two concurrent calls, the second waits here, and then finds the secret taken.
        await sql.query(
          `INSERT INTO people.second_factor (user_id, last_step) VALUES ($1, 0)
           ON CONFLICT (user_id) DO UPDATE SET failures = 0, closed_until = NULL`,
          [userId],
        );
        const secret = (await vault.get(userId, [pendingField], sql))[pendingField];
        if (secret === undefined) return refuse('SetUpNotBegun');
        const step = stepOf(secret, code.replace(/[\s-]/g, ''), now());
        if (step === undefined) return refuse('CodeRefused');
        await sql.query('UPDATE people.second_factor SET last_step = $2 WHERE user_id = $1', [
          userId,
          String(step),
        ]);
        await vault.replace(userId, [pendingField], { [secretField]: { value: secret } }, sql);
        return storeRecoveryCodes(userId, sql);
      });
      if (isRefusal(codes)) return codes;
      const done = await accounts.change(userId, { type: 'TurnOnSecondFactor' }, cause);
      return isRefusal(done) ? done : codes;
    },
    async renewRecoveryCodes(userId, code, cause) {
      if (!(await isOn(userId))) return refuse('SecondFactorOff');
      const refused = await spend(userId, code);
      if (refused) return refused;
      // The log first: codes are never replaced without a mail about it.
      const done = await accounts.change(userId, { type: 'RenewRecoveryCodes' }, cause);
      return isRefusal(done) ? done : database.transaction((sql) => storeRecoveryCodes(userId, sql));
    },
    async turnOff(userId, code, cause) {
      if (!(await isOn(userId))) return refuse('SecondFactorOff');
      const refused = await spend(userId, code);
      if (refused) return refused;
      return endFactor(userId, cause);
    },
    async reset(userId, cause, alsoEnd) {
      const user = await accounts.find(userId);
      if (user && !user.secondFactor && !(await isLeft(userId))) return false;
      return (await endFactor(userId, cause, alsoEnd)) ?? true;
    },
  };
};
