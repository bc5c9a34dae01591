import { randomBytes } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import type { Vault } from '@groundswell/platform/vault';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import { isOn, pendingField, secretField } from './state.js';
import type { StoredRecoveryCodes } from './stored-recovery-codes.js';
import { addressOf, secretLength, secretOf, stepOf } from './totp.js';

export interface TurningOn {
  /** Creates a secret, which takes effect only when a code for it is entered. */
  setUp(userId: string): Promise<{ readonly secret: string; readonly address: string } | Refusal>;
  /** Returns the recovery codes, of which only digests are stored. */
  turnOn(userId: string, code: string, cause: Cause): Promise<readonly string[] | Refusal>;
}

export interface TurningOnParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly accounts: Pick<Accounts, 'find' | 'emailOf' | 'change'>;
  readonly identityProofs: { endAllOf(userId: string): Promise<void> };
  readonly now: () => Date;
}

/** Milliseconds to set up an app. */
const pendingTime = 30 * 60_000;

export const createTurningOn = (
  { database, vault, accounts, identityProofs, now }: TurningOnParts,
  recoveryCodes: Pick<StoredRecoveryCodes, 'renew'>,
): TurningOn => {
  /**
   * Makes the pending secret the valid one. Its row exists before the log says that it is on, and the number in it shows that it
   * was not left behind by an earlier one.
   */
  const confirm = (
    userId: string,
    code: string,
    turnedOffBefore: number,
  ): Promise<readonly string[] | Refusal> =>
    database.transaction(async (sql) => {
      // Of two concurrent calls, the second waits here, and then finds the secret taken.
      await lockSignInMethods(sql, userId);
      const secret = (await vault.get(userId, [pendingField], sql))[pendingField];
      if (secret === undefined) return refuse('SetUpNotBegun');
      const step = stepOf(secret, code.replace(/[\s-]/g, ''), now());
      if (step === undefined) return refuse('CodeRefused');
      await sql.query(
        `INSERT INTO people.second_factor (user_id, last_step, turned_off_before) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE
         SET last_step = excluded.last_step, turned_off_before = excluded.turned_off_before,
           failures = 0, closed_until = NULL`,
        [userId, String(step), turnedOffBefore],
      );
      await vault.replace(userId, [pendingField], { [secretField]: { value: secret } }, sql);
      return recoveryCodes.renew(userId, sql);
    });

  return {
    async setUp(userId) {
      const [on, email] = await Promise.all([isOn(accounts, userId), accounts.emailOf(userId)]);
      if (on) return refuse('SecondFactorOn');
      const secret = secretOf(randomBytes(secretLength));
      const expiresAt = new Date(now().getTime() + pendingTime);
      await vault.put(userId, { [pendingField]: { value: secret, expiresAt } });
      return { secret, address: addressOf(secret, email ?? '') };
    },
    async turnOn(userId, code, cause) {
      const user = await accounts.find(userId);
      if (!user) return refuse('user_not_found');
      if (user.secondFactor) return refuse('SecondFactorOn');
      const codes = await confirm(userId, code, user.secondFactorsTurnedOff);
      if (isRefusal(codes)) return codes;
      const done = await accounts.change(userId, { type: 'TurnOnSecondFactor' }, cause);
      if (isRefusal(done)) return done;
      // From here on, a proof takes a code: a thief may hold one that the password alone gave.
      await identityProofs.endAllOf(userId);
      return codes;
    },
  };
};
