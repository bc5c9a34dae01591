import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Database, Sql } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import type { Links } from '@groundswell/platform/links';
import { pendingEmailField, type Vault } from '@groundswell/platform/vault';
import type { Sessions } from '../sessions/sessions.js';
import { googleSubjectField, type StillStands } from '../sessions/sign-in-methods.js';
import type { AccountLog } from './account-log.js';
import type { Cause } from './cause.js';
import type { Passwords } from './passwords.js';
import type { StoredPasswords } from './stored-passwords.js';

export interface PasswordChange {
  /**
   * Records that the password changes, then sets it and ends everything that a thief of the old one may have prepared: every
   * session, a linked Google account, a new address that waits for its link, and links that set a password. Returns the new state.
   * @param unless runs first in the transaction that sets it, on the given connection; its refusal leaves
   * password and sessions unchanged
   */
  setPassword(
    userId: string,
    password: string,
    cause: Cause,
    unless?: (sql: Sql) => Promise<Refusal | undefined>,
  ): Promise<StillStands | Refusal>;
}

export interface PasswordChangeParts {
  readonly database: Database;
  readonly vault: Pick<Vault, 'isKnown' | 'remove'>;
  readonly links: Pick<Links, 'revoke'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
}

export const createPasswordChange = (
  { database, vault, links, passwords, sessions }: PasswordChangeParts,
  accounts: Pick<AccountLog, 'change' | 'find'>,
  stored: Pick<StoredPasswords, 'store' | 'whileHash'>,
): PasswordChange => ({
  async setPassword(userId, password, cause, unless = async () => undefined) {
    // Slow work comes before the transaction, so that no one waits for a connection while holding one.
    const hashed = await passwords.hash({ key: userId, known: true }, password);
    // The log first: after a crash in between, the old password no longer works, and a repeat sets the new
    // one.
    const done = await accounts.change(userId, { type: 'ChangePassword' }, cause);
    if (isRefusal(done)) return done;
    const changedAt = (await accounts.find(userId))?.passwordChangedAt;
    if (changedAt === undefined) return refuse('user_not_found');
    return database.transaction(async (sql) => {
      // Two links of one person followed at once would otherwise deadlock.
      await lockSignInMethods(sql, userId);
      // An erasure under the same lock may have come first: nothing of theirs is stored after it.
      if (!(await vault.isKnown(userId, sql))) return refuse('user_not_found');
      const refused = await unless(sql);
      if (refused) return refused;
      await stored.store(userId, hashed, changedAt, sql);
      await vault.remove(userId, [googleSubjectField, pendingEmailField], sql);
      for (const purpose of ['confirm_email', 'password_reset'] as const)
        await links.revoke(userId, purpose, sql);
      await sessions.endAllOf(userId, 'password changed', sql);
      return stored.whileHash(userId, hashed);
    });
  },
});
