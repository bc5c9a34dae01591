import { TooBusy } from '@groundswell/platform';
import type { Vault } from '@groundswell/platform/vault';
import type { StillStands } from '../sessions/sign-in-methods.js';
import type { AccountLog } from './account-log.js';
import type { Asker } from './fair-queue.js';
import { isReplaced } from './older-copy.js';
import type { Passwords } from './passwords.js';
import type { StoredPasswords } from './stored-passwords.js';

/** A person whose password was right, as long as it remains theirs. */
interface Authenticated {
  readonly userId: string;
  readonly stands: StillStands;
}

export interface PasswordChecks {
  /**
   * The account's user when the password is right. Takes as long for an unknown address.
   * @param from a network, and whether they have signed in from there before
   */
  authenticate(email: string, password: string, from: Asker): Promise<Authenticated | undefined>;
  hasPassword(userId: string): Promise<boolean>;
  /** Checks the password of a signed-in person; undefined when it is wrong. */
  provePassword(userId: string, password: string): Promise<StillStands | undefined>;
}

export interface PasswordChecksParts {
  readonly vault: Pick<Vault, 'find'>;
  readonly passwords: Passwords;
  readonly now: () => Date;
}

/** Used for an unknown address, so that it costs the same query. */
const nobody = '';

const unlessBusy = (fault: unknown): undefined => {
  if (!(fault instanceof TooBusy)) throw fault;
};

export const createPasswordChecks = (
  { vault, passwords, now }: PasswordChecksParts,
  accounts: Pick<AccountLog, 'find'>,
  stored: StoredPasswords,
): PasswordChecks => {
  /**
   * The stored password if this is it and, according to the log, it was not replaced. The log is only asked
   * about a right password: a wrong one takes equally long for everyone.
   */
  const prove = async (
    from: Asker,
    userId: string | undefined,
    password: string,
  ): Promise<string | undefined> => {
    const credential = await stored.find(userId ?? nobody);
    const right = await passwords.verify(from, credential?.password_hash, password);
    if (!right || userId === undefined || credential === undefined) return undefined;
    const user = await accounts.find(userId);
    const isOld = isReplaced(credential.changed_at, user?.passwordChangedAt, now());
    return isOld ? undefined : credential.password_hash;
  };

  const authenticate: PasswordChecks['authenticate'] = async (email, password, from) => {
    const userId = await vault.find('email', email);
    const hashed = await prove(from, userId, password);
    if (userId === undefined || hashed === undefined) return undefined;
    const kept = { userId, stands: stored.whileHash(userId, hashed) };
    if (!passwords.isOutdated(hashed)) return kept;
    const rehashed = await passwords.hash(from, password).catch(unlessBusy);
    // Another sign-in will have the time.
    if (rehashed === undefined) return kept;
    if (await stored.storeRehashed(userId, hashed, rehashed))
      return { userId, stands: stored.whileHash(userId, rehashed) };
    // The hash has changed: another sign-in rehashed this password, or it was replaced.
    return authenticate(email, password, from);
  };

  return {
    authenticate,
    hasPassword: async (userId) => (await stored.find(userId)) !== undefined,
    async provePassword(userId, password) {
      const hashed = await prove({ key: userId, known: true }, userId, password);
      return hashed === undefined ? undefined : stored.whileHash(userId, hashed);
    },
  };
};
