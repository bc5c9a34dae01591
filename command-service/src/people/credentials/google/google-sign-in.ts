import { isRefusal, type Refusal, refuse, type Session } from '@groundswell/contracts';
import { decide, initialState, type UserCommand, visitor } from '@groundswell/domain/people';
import type { Database, Sql } from '@groundswell/platform/database';
import { ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { Accounts } from '../../account/accounts.js';
import type { Cause } from '../../account/cause.js';
import { googleSubjectField, lockSignInMethods, type StillStands } from '../../sessions/sign-in-methods.js';
import type { SignIn } from '../../sign-in/sign-in.js';
import type { Google, GoogleIdentity } from './google.js';

export interface GoogleSignIn {
  /** @param device browser and system in our words */
  signIn(accessToken: string, device: string, correlationId: string): Promise<Session | Refusal>;
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
  /** Undefined when Google has just issued the token, for the Google account that signs them in. */
  prove(userId: string, accessToken: string): Promise<Refusal | undefined>;
  /** Unlinks the Google account. Refused without a password: it would be the only way to sign in. */
  unlink(userId: string, correlationId: string): Promise<Refusal | undefined>;
}

export interface GoogleSignInParts {
  /** Undefined when signing in with Google is not configured. */
  readonly google: Google | undefined;
  readonly accounts: Accounts;
  readonly signIn: Pick<SignIn, 'open'>;
  readonly vault: Vault;
  readonly database: Database;
}

/** Seconds: a Google token is valid for an hour, and a freshly issued one has nearly all of it left. */
const [lifeOfToken, ageOfNew] = [3_600, 120];

const causeOf = (userId: string, correlationId: string): Cause => ({
  actor: { id: userId, role: 'user' },
  correlationId,
});

const taken = (fault: unknown): Refusal => {
  if (fault instanceof ValueTaken) return refuse('GoogleTaken');
  throw fault;
};

export const createGoogleSignIn = (services: GoogleSignInParts): GoogleSignIn => {
  const { google, accounts, signIn, vault, database } = services;

  const subjectOf = async (userId: string, sql?: Sql): Promise<string | undefined> =>
    (await vault.get(userId, [googleSubjectField], sql))[googleSubjectField];

  /** Stores which Google account is theirs. It counts once the log shows that one may sign in. */
  const remember = (userId: string, { subject }: GoogleIdentity, sql?: Sql): Promise<void> =>
    vault.put(userId, { [googleSubjectField]: { value: subject, unique: true } }, sql);

  const settle = async (userId: string, command: UserCommand, cause: Cause): Promise<Refusal | undefined> => {
    const done = await accounts.change(userId, command, cause);
    return isRefusal(done) ? done : undefined;
  };

  /**
   * The account of an address that Google has verified. Two clicks may arrive together, and neither may be
   * refused because of the other's progress: the subject is stored before the log shows the link, and read
   * after.
   */
  const accountFor = async (identity: GoogleIdentity, cause: Cause): Promise<string | Refusal> => {
    const userId = await accounts.personOf(identity.email);
    const { authoritative } = identity;
    const command: UserCommand = { type: 'RegisterWithGoogle', userId, authoritative };
    const user = (await accounts.find(userId)) ?? initialState;
    // Decided once beforehand, so that no subject is stored for an account that refuses it.
    const outlook = decide(command, user);
    if (isRefusal(outlook)) return outlook;
    const known = await subjectOf(userId);
    if (known !== identity.subject) {
      // A link without a subject is left when a new password interrupts linking: it admits no one.
      if (known !== undefined || user.googleLinked) return refuse('GoogleNotLinked');
      const refused = await remember(userId, identity).catch(taken);
      if (refused) return refused;
    }
    return (await settle(userId, command, cause)) ?? userId;
  };

  /**
   * Under the lock of a password change: a link noted before it is removed with the old password, and after
   * it is refused.
   */
  const noteLink = (userId: string, identity: GoogleIdentity, stands: StillStands, linked: boolean) =>
    database.transaction(async (sql) => {
      await lockSignInMethods(sql, userId);
      if (!(await stands(sql))) return refuse('PasswordWrong');
      const known = await subjectOf(userId, sql);
      if (known === identity.subject) return undefined;
      if (known !== undefined && linked) return refuse('GoogleNotLinked');
      await remember(userId, identity, sql);
      return undefined;
    });

  return {
    async signIn(accessToken, device, correlationId) {
      if (!google) return refuse('GoogleSignInOff');
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const { subject } = identity;
      const open = (userId: string) =>
        signIn.open(
          userId,
          device,
          async (sql) => (await vault.find(googleSubjectField, subject, sql)) === userId,
        );
      const linked = await vault.find(googleSubjectField, subject);
      if (linked !== undefined && (await accounts.find(linked))?.googleLinked) return open(linked);
      const userId = await accountFor(identity, { actor: visitor, correlationId });
      return isRefusal(userId) ? userId : open(userId);
    },
    async link(userId, accessToken, stands, correlationId) {
      if (!google) return refuse('GoogleSignInOff');
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const linked = (await accounts.find(userId))?.googleLinked === true;
      const refused = await noteLink(userId, identity, stands, linked).catch(taken);
      if (refused) return refused;
      const unsettled = await settle(userId, { type: 'LinkGoogle' }, causeOf(userId, correlationId));
      if (unsettled || (await subjectOf(userId)) === identity.subject) return unsettled;
      // A new password came in between and removed the subject: the log must not show a link.
      const undone = await settle(userId, { type: 'UnlinkGoogle' }, causeOf(userId, correlationId));
      return undone ?? refuse('PasswordWrong');
    },
    async prove(userId, accessToken) {
      if (!google) return refuse('GoogleSignInOff');
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const isNew = identity.secondsLeft >= lifeOfToken - ageOfNew;
      const linked = (await accounts.find(userId))?.googleLinked === true;
      return isNew && linked && (await subjectOf(userId)) === identity.subject
        ? undefined
        : refuse('GoogleSignInRefused');
    },
    async unlink(userId, correlationId) {
      if (!(await accounts.hasPassword(userId))) return refuse('PasswordNeeded');
      // The vault first: whatever happens next, Google signs no one in from here on.
      await vault.remove(userId, [googleSubjectField]);
      return settle(userId, { type: 'UnlinkGoogle' }, causeOf(userId, correlationId));
    },
  };
};
