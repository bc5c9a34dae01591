import { isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import { lockSignInMethods } from '@groundswell/platform/identity';
import type { Vault } from '@groundswell/platform/vault';
import type { Accounts } from '../../account/accounts.js';
import type { Sessions } from '../../sessions/sessions.js';
import { googleSubjectField, type StillStands } from '../../sessions/sign-in-methods.js';
import type { Google, GoogleIdentity } from './google.js';
import { type GoogleSubjects, taken } from './subjects.js';

export interface GoogleLinking {
  /**
   * Links the token's Google account to the account of a signed-in person.
   * @param stands whether the password they gave is still theirs
   */
  link(
    userId: string,
    accessToken: string,
    stands: StillStands,
    correlationId: string,
  ): Promise<Refusal | undefined>;
  /**
   * Unlinks the Google account, and ends all sessions but this one: some may have been opened with it. Refused without a
   * password: it would be the only way to sign in.
   */
  unlink(userId: string, sessionId: string, correlationId: string): Promise<Refusal | undefined>;
}

export interface LinkingParts {
  readonly accounts: Pick<Accounts, 'find' | 'hasPassword' | 'change'>;
  readonly vault: Vault;
  readonly database: Database;
  readonly sessions: Pick<Sessions, 'endOthers'>;
}

export const createGoogleLinking = (
  { accounts, vault, database, sessions }: LinkingParts,
  google: Google,
  subjects: GoogleSubjects,
): GoogleLinking => {
  const settle = async (
    userId: string,
    type: 'LinkGoogle' | 'UnlinkGoogle',
    correlationId: string,
  ): Promise<Refusal | undefined> => {
    const done = await accounts.change(
      userId,
      { type },
      { actor: { id: userId, role: 'user' }, correlationId },
    );
    return isRefusal(done) ? done : undefined;
  };

  /**
   * Under the lock of a password change: a link noted before it is removed with the old password, and after
   * it is refused.
   */
  const noteLink = (userId: string, identity: GoogleIdentity, stands: StillStands, linked: boolean) =>
    database.transaction(async (sql) => {
      await lockSignInMethods(sql, userId);
      if (!(await stands(sql))) return refuse('PasswordWrong');
      const known = await subjects.of(userId, sql);
      if (known === identity.subject) return undefined;
      if (known !== undefined && linked) return refuse('GoogleNotLinked');
      await subjects.remember(userId, identity, sql);
      return undefined;
    });

  return {
    async link(userId, accessToken, stands, correlationId) {
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const linked = (await accounts.find(userId))?.googleLinked === true;
      const refused = await noteLink(userId, identity, stands, linked).catch(taken);
      if (refused) return refused;
      const unsettled = await settle(userId, 'LinkGoogle', correlationId);
      if (unsettled || (await subjects.of(userId)) === identity.subject) return unsettled;
      // A new password came in between and removed the subject: the log must not show a link.
      const undone = await settle(userId, 'UnlinkGoogle', correlationId);
      return undone ?? refuse('PasswordWrong');
    },
    async unlink(userId, sessionId, correlationId) {
      if (!(await accounts.hasPassword(userId))) return refuse('PasswordNeeded');
      // The vault first: whatever happens next, Google signs no one in from here on. A sign-in in progress has the lock until
      // its session is there to be ended.
      await database.transaction(async (sql) => {
        await lockSignInMethods(sql, userId);
        await vault.remove(userId, [googleSubjectField], sql);
        await sessions.endOthers(userId, sessionId, sql);
      });
      return settle(userId, 'UnlinkGoogle', correlationId);
    },
  };
};
