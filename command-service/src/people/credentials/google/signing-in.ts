import { isRefusal, type Refusal, refuse, type Session } from '@groundswell/contracts';
import { decide, initialState, type UserCommand, visitor } from '@groundswell/domain/people';
import type { Accounts } from '../../account/accounts.js';
import type { Cause } from '../../account/cause.js';
import type { SignIn } from '../../sign-in/sign-in.js';
import type { Google, GoogleIdentity } from './google.js';
import { type GoogleSubjects, taken } from './subjects.js';

export interface GoogleSigningIn {
  /** @param device browser and system in our words */
  signIn(accessToken: string, device: string, correlationId: string): Promise<Session | Refusal>;
}

export interface SigningInParts {
  readonly accounts: Pick<Accounts, 'find' | 'findByEmail' | 'personOf' | 'change'>;
  readonly signIn: Pick<SignIn, 'open'>;
}

export const createGoogleSigningIn = (
  { accounts, signIn }: SigningInParts,
  google: Google,
  subjects: GoogleSubjects,
): GoogleSigningIn => {
  const remember = async (
    userId: string,
    identity: GoogleIdentity,
    linked: boolean,
  ): Promise<Refusal | undefined> => {
    const known = await subjects.of(userId);
    if (known === identity.subject) return undefined;
    // A link without a subject is left when a new password interrupts linking: it admits no one.
    if (known !== undefined || linked) return refuse('GoogleNotLinked');
    return (await subjects.remember(userId, identity).catch(taken)) ?? undefined;
  };

  /**
   * The account of an address that Google has verified. Two clicks may arrive together, and neither may be
   * refused because of the other's progress: the subject is stored before the log shows the link, and read
   * after.
   */
  const accountFor = async (identity: GoogleIdentity, cause: Cause): Promise<string | Refusal> => {
    const userId = await accounts.personOf(identity.email);
    // An address that they left proves nothing: someone else may have it.
    if ((await accounts.findByEmail(identity.email)) !== userId) return refuse('GoogleNotLinked');
    const { authoritative } = identity;
    const command: UserCommand = { type: 'RegisterWithGoogle', userId, authoritative };
    const user = (await accounts.find(userId)) ?? initialState;
    // Decided once beforehand, so that no subject is stored for an account that refuses it.
    const outlook = decide(command, user);
    if (isRefusal(outlook)) return outlook;
    const refused = await remember(userId, identity, user.googleLinked);
    if (refused) return refused;
    const done = await accounts.change(userId, command, cause);
    return isRefusal(done) ? done : userId;
  };

  return {
    async signIn(accessToken, device, correlationId) {
      const identity = await google.identify(accessToken);
      if (isRefusal(identity)) return identity;
      const { subject } = identity;
      const open = (userId: string) =>
        signIn.open(userId, device, async (sql) => (await subjects.owner(subject, sql)) === userId);
      const linked = await subjects.owner(subject);
      if (linked !== undefined && (await accounts.find(linked))?.googleLinked) return open(linked);
      const userId = await accountFor(identity, { actor: visitor, correlationId });
      return isRefusal(userId) ? userId : open(userId);
    },
  };
};
