import { type Actor, isRefusal, type Refusal, refuse, type Session } from '@groundswell/contracts';
import { ValueTaken, type Vault } from '@groundswell/platform/vault';
import type { Accounts, Cause } from '../accounts.js';
import { decide, initialState, type UserCommand } from '../decider.js';
import type { SignIn } from '../sign-in.js';
import type { Google, GoogleIdentity } from './google.js';

/** Ways in by Google. */
export interface GoogleSignIn {
  /** @param device browser and system in words of ours */
  signIn(accessToken: string, device: string, correlationId: string): Promise<Session | Refusal>;
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
  /** Notes which Google account is theirs. It counts once the log says that one may sign in. */
  const remember = async (userId: string, { subject }: GoogleIdentity): Promise<Refusal | undefined> => {
    const known = (await vault.get(userId, [subjectField])).google_subject;
    if (known === subject) return undefined;
    if (known !== undefined) return refuse('GoogleNotLinked');
    try {
      await vault.put(userId, { [subjectField]: { value: subject, unique: true } });
      return undefined;
    } catch (fault) {
      if (fault instanceof ValueTaken) return refuse('GoogleTaken');
      throw fault;
    }
  };

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
    // Decided once ahead, so that no subject is noted for an account that stays shut to it.
    const outlook = decide(command, (await accounts.find(userId)) ?? initialState);
    if (isRefusal(outlook)) return outlook;
    return (await remember(userId, identity)) ?? (await settle(userId, command, cause)) ?? userId;
  };

  const visitor: Actor = { id: 'visitor', role: 'anonymous' };

  return {
    async signIn(accessToken, device, correlationId) {
      if (!google) return refuse('GoogleSignInOff');
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const linked = await vault.find(subjectField, identity.subject);
      if (linked !== undefined && (await accounts.find(linked))?.googleLinked)
        return signIn.open(linked, device);
      const userId = await accountFor(identity, { actor: visitor, correlationId });
      return isRefusal(userId) ? userId : signIn.open(userId, device);
    },
    async link(userId, accessToken, correlationId) {
      if (!google) return refuse('GoogleSignInOff');
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const cause: Cause = { actor: { id: userId, role: 'user' }, correlationId };
      return (await remember(userId, identity)) ?? settle(userId, { type: 'LinkGoogle' }, cause);
    },
  };
};
