import { isRefusal, type Refusal, refuse, type Session } from '@groundswell/contracts';
import { decide, initialState, type UserCommand, visitor } from '@groundswell/domain/people';
import type { Database, Sql } from '@groundswell/platform/database';
import { ValueTaken, type Vault } from '@groundswell/platform/vault';
import { type Accounts, type Cause, googleSubjectField } from '../../account/accounts.js';
import { lockSignInMethods, type StillStands } from '../../sessions/sign-in-methods.js';
import type { SignIn } from '../../sign-in/sign-in.js';
import type { Google, GoogleIdentity } from './google.js';

/** Signing in with Google. */
export interface GoogleSignIn {
  /** @param device browser and system in words of ours */
  signIn(accessToken: string, device: string, correlationId: string): Promise<Session | Refusal>;
  /**
   * Lets the Google account behind the token sign in to an account whose owner is signed in.
   * @param stands whether the password that they gave anew is theirs still
   */
  link(
    userId: string,
    accessToken: string,
    stands: StillStands,
    correlationId: string,
  ): Promise<Refusal | undefined>;
  /** Undefined when the token is of the Google account that signs them in, and Google made it just now. */
  prove(userId: string, accessToken: string): Promise<Refusal | undefined>;
  /** Lets no Google account sign in any more. Refused where there is no password: nothing else would let them in. */
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

/** Seconds: a token of Google is good for an hour, and one that was made for this has nearly all of it left. */
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

  /** Notes which Google account is theirs. It counts once the log says that one may sign in. */
  const remember = (userId: string, { subject }: GoogleIdentity, sql?: Sql): Promise<void> =>
    vault.put(userId, { [googleSubjectField]: { value: subject, unique: true } }, sql);

  const settle = async (userId: string, command: UserCommand, cause: Cause): Promise<Refusal | undefined> => {
    const done = await accounts.change(userId, command, cause);
    return isRefusal(done) ? done : undefined;
  };

  /**
   * The account of an address that Google has verified. Two clicks may come here at once, and neither may be refused
   * for what the other has done so far: the subject is stored before the log says that Google opens the account, and
   * read after.
   */
  const accountFor = async (identity: GoogleIdentity, cause: Cause): Promise<string | Refusal> => {
    const userId = await accounts.personOf(identity.email);
    const { authoritative } = identity;
    const command: UserCommand = { type: 'RegisterWithGoogle', userId, authoritative };
    const user = (await accounts.find(userId)) ?? initialState;
    // Decided once ahead, so that no subject is noted for an account that stays shut to it.
    const outlook = decide(command, user);
    if (isRefusal(outlook)) return outlook;
    const known = await subjectOf(userId);
    if (known !== identity.subject) {
      // Linked without a subject is what a new password leaves of a link that was being made: it opens to nobody.
      if (known !== undefined || user.googleLinked) return refuse('GoogleNotLinked');
      const refused = await remember(userId, identity).catch(taken);
      if (refused) return refused;
    }
    return (await settle(userId, command, cause)) ?? userId;
  };

  /** Under the lock that a new password takes: what a link notes before it goes with the old one, and after it is refused. */
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
      // A new password came in between and took the subject along: the log must not say that one is linked.
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
      // The vault first: whatever becomes of the rest, nobody signs in by Google from here on.
      await vault.remove(userId, [googleSubjectField]);
      return settle(userId, { type: 'UnlinkGoogle' }, causeOf(userId, correlationId));
    },
  };
};
