import { type Actor, isRefusal, type Refusal, refuse, type Session } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import { ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { Accounts, Cause } from '../accounts.js';
import type { SignIn } from '../sign-in.js';
import type { Google, GoogleIdentity } from './google.js';

/** Ways in by Google. */
export interface GoogleSignIn {
  signIn(accessToken: string, correlationId: string): Promise<Session | Refusal>;
  /** Lets the Google account behind the token sign in to an account whose owner is signed in. */
  link(userId: string, accessToken: string, correlationId: string): Promise<Refusal | undefined>;
}

export interface GoogleSignInParts {
  /** Undefined when signing in with Google is not configured. */
  readonly google: Google | undefined;
  readonly accounts: Accounts;
  readonly signIn: Pick<SignIn, 'open'>;
  readonly vault: Vault;
}

/** In the vault: the subject is an id of a person, too. */
const subjectField = 'google_subject';

export const createGoogleSignIn = ({ google, accounts, signIn, vault }: GoogleSignInParts): GoogleSignIn => {
  const remember = async (
    userId: string,
    { subject }: GoogleIdentity,
    cause: Cause,
  ): Promise<Refusal | undefined> => {
    const known = (await vault.get(userId, [subjectField])).google_subject;
    if (known === subject) return undefined;
    if (known !== undefined) return refuse('GoogleNotLinked');
    try {
      await vault.put(userId, { [subjectField]: { value: subject, unique: true } });
    } catch (fault) {
      if (fault instanceof ValueTaken) return refuse('GoogleTaken');
      throw fault;
    }
    // A person has one Google account at most, so that two clicks at once make one event.
    const commandId = derivedId('link google', userId);
    const done = await accounts.change(userId, { type: 'LinkGoogle' }, { ...cause, commandId });
    return isRefusal(done) ? done : undefined;
  };

  /**
   * The account of an address that Google has verified. One that is there already is only handed over when both
   * sides are proven: its owner has followed a link in a mail, and nobody but Google can have given the address away.
   * Else an account that somebody prepared under a foreign address would open for them, or the other way round.
   */
  const accountFor = async (identity: GoogleIdentity, cause: Cause): Promise<string | Refusal> => {
    const personId = await accounts.findByEmail(identity.email);
    const user = personId === undefined ? undefined : await accounts.find(personId);
    if (user && !(user.addressConfirmed && identity.authoritative)) return refuse('GoogleNotLinked');
    return accounts.register(identity.email, 'google', cause);
  };

  const visitor: Actor = { id: 'visitor', role: 'anonymous' };

  return {
    async signIn(accessToken, correlationId) {
      if (!google) return refuse('GoogleSignInOff');
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const linked = await vault.find(subjectField, identity.subject);
      if (linked !== undefined && (await accounts.find(linked))) return signIn.open(linked);
      const cause: Cause = { actor: visitor, correlationId };
      const userId = await accountFor(identity, cause);
      if (isRefusal(userId)) return userId;
      return (await remember(userId, identity, cause)) ?? signIn.open(userId);
    },
    async link(userId, accessToken, correlationId) {
      if (!google) return refuse('GoogleSignInOff');
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      return remember(userId, identity, { actor: { id: userId, role: 'user' }, correlationId });
    },
  };
};
