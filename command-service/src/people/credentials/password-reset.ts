import { type Actor, isRefusal, type Refusal, refuse } from '@groundswell/contracts';
import { type UserCommand, visitor } from '@groundswell/domain/people';
import { derivedId } from '@groundswell/platform';
import type { Links } from '@groundswell/platform/links';
import type { FollowedLink } from '../../shared/followed-link.js';
import type { InboxHandler } from '../../shared/inbox-work.js';
import type { Accounts } from '../account/accounts.js';
import type { Cause } from '../account/cause.js';
import type { KnownNetworks } from '../sign-in/known-networks.js';
import type { SignInAttempts } from '../sign-in/sign-in-attempts.js';
import { refuseWeakPassword } from './password-rules.js';

export interface PasswordReset {
  /** Processes a queued link request. Only the mailbox reveals whether the address is known. */
  readonly onRequest: InboxHandler;
  /**
   * Sets the password of the person to whom the link was sent, and ends their sessions. A repeat of the request that has used it up
   * gets the same answer while that password stands.
   * @param network where the request comes from: the mail's owner may sign in from there, whatever others try
   */
  reset(
    link: FollowedLink,
    password: string,
    network: string,
    correlationId: string,
  ): Promise<Refusal | undefined>;
}

export interface PasswordResetParts {
  readonly accounts: Accounts;
  readonly links: Links;
  readonly knownNetworks: Pick<KnownNetworks, 'isKnown'>;
  readonly attempts: Pick<SignInAttempts, 'succeeded'>;
  /** A thief of the mailbox may set the password; they must not empty the account through it. */
  readonly holdWithdrawals: (
    personId: string,
    cause: 'password reset',
    correlationId: string,
  ) => Promise<Refusal | undefined>;
  readonly now: () => Date;
}

/** The inbox's kind for people who want a link. */
export const resetKind = 'reset password';

/** What the inbox stores of a request, sealed until it is processed: two lines. */
export const resetWish = (email: string, network: string): string => `${email}\n${network}`;

/** Causes with ids derived from the link, so that a repeat finds what the first attempt wrote. */
const causesOf =
  (token: string, personId: string, correlationId: string) =>
  (command: UserCommand['type']): Cause => ({
    actor: { id: personId, role: 'anonymous' },
    correlationId,
    commandId: derivedId('password reset', token, command),
  });

export const createPasswordReset = ({
  accounts,
  links,
  knownNetworks,
  attempts,
  holdWithdrawals,
  now,
}: PasswordResetParts): PasswordReset => {
  /** Opens an account for a person on the waitlist: the mail has proven that the address is theirs. */
  const accountOf = async (personId: string, email: string | undefined, cause: Cause): Promise<boolean> => {
    if (await accounts.find(personId)) return true;
    return email !== undefined && (await accounts.register(email, 'waitlist', cause)) === personId;
  };

  /** A link that cannot be used up: by a request that has done so, when it wants what that one did, or by any other. */
  const repeat = async ({ token, key }: FollowedLink, password: string): Promise<Refusal | undefined> => {
    const personId = await links.spentWith(token, 'password_reset', key);
    const stands = personId !== undefined && (await accounts.provePassword(personId, password));
    return stands ? undefined : refuse('LinkNotValid');
  };

  const follow: PasswordReset['reset'] = async ({ token, key }, password, network, correlationId) => {
    const asOf = now();
    const personId = await links.personOf(token, 'password_reset');
    if (personId === undefined) return refuse('LinkNotValid');
    const email = await accounts.emailOf(personId);
    const weak = refuseWeakPassword(password, email);
    if (weak) return weak;
    const causeOf = causesOf(token, personId, correlationId);
    if (!(await accountOf(personId, email, causeOf('RegisterUser')))) return refuse('LinkNotValid');
    const confirmed = await accounts.change(personId, { type: 'ConfirmAddress' }, causeOf('ConfirmAddress'));
    if (isRefusal(confirmed)) return confirmed;
    // Before the password: at no moment is one set without the other.
    const unheld = await holdWithdrawals(personId, 'password reset', correlationId);
    if (unheld) return unheld;
    // Spend the link in the same transaction: after a failure it remains valid. It may have expired since: the log has the change.
    const cause = causeOf('ChangePassword');
    const set = await accounts.setPassword(personId, password, cause, async (sql) =>
      (await links.spend(token, 'password_reset', sql, { key, asOf })) === undefined
        ? refuse('LinkNotValid')
        : undefined,
    );
    if (isRefusal(set)) return set;
    // The mail about the new password tells them.
    if (email !== undefined) await attempts.succeeded({ email, network }, personId, true);
    return undefined;
  };

  return {
    async onRequest({ content, isFirst, ...request }) {
      const [email = '', network] = content.split('\n');
      const personId = await accounts.findByEmail(email);
      // They may have joined the waitlist just before.
      if (personId === undefined) return 'not yet';
      // Strangers can ask for as many places on the waitlist as they like: only people with an account go first.
      if (isFirst && !(await accounts.find(personId))) return 'not yet';
      const known = network !== undefined && (await knownNetworks.isKnown(personId, network));
      const actor: Actor = known ? { id: personId, role: 'anonymous' } : visitor;
      const from = known ? 'known network' : 'anywhere';
      await accounts.change(
        personId,
        { type: 'RequestPasswordReset', now: now().toISOString(), from },
        { ...request, actor },
      );
      return undefined;
    },
    async reset(link, ...wanted) {
      const refused = await follow(link, ...wanted);
      return refused?.refused === 'LinkNotValid' ? repeat(link, wanted[0]) : refused;
    },
  };
};
