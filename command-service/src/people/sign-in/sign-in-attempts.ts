import { type Refusal, refuse } from '@groundswell/contracts';
import type { Limited } from '../../shared/limit.js';
import type { OpenAttempts } from '../../shared/shared-attempts.js';
import type { Accounts } from '../account/accounts.js';
import type { KnownNetworks } from './known-networks.js';
import type { WrongPasswords } from './wrong-passwords.js';

/** Where an attempt to sign in comes from, and whom it is about; counted, never stored. */
interface SignInAttempt {
  readonly email: string;
  readonly network: string;
}

/** An attempt whose password may be checked. */
export interface AllowedAttempt {
  /** Whether the address's owner recently proved their identity from there. */
  readonly known: boolean;
}

/**
 * Limits sign-in attempts. Anyone can try a known address, so one address cannot have a single count: an
 * attacker who used it up would lock out the owner.
 */
export interface SignInAttempts {
  /**
   * Counts an attempt before the password is checked. Refused beyond the limit. Takes as long for an unknown address.
   * @param admit called before anything is counted for all instances; what it throws ends the attempt
   */
  count(
    attempt: SignInAttempt,
    admit?: (attempt: AllowedAttempt) => void,
  ): Promise<Refusal | Limited | AllowedAttempt>;
  /** Counts a code, the second half of a sign-in. */
  countCode(network: string): Promise<Limited | undefined>;
  /**
   * Records a right password: attempts from there start over, and are allowed whatever others do. Returns
   * whether the person is owed a notice, such as of a new network.
   * @param isTold whether they are told of a new network in another way
   */
  succeeded(attempt: SignInAttempt, userId: string, isTold?: boolean): Promise<boolean>;
}

export interface SignInAttemptsParts {
  readonly openAttempts: OpenAttempts;
  readonly accounts: Pick<Accounts, 'findByEmail'>;
  readonly knownNetworks: Pick<KnownNetworks, 'isKnown' | 'note'>;
  readonly wrongPasswords: Pick<WrongPasswords, 'mayTry' | 'forget'>;
  /** Per minute: from one network, and from one network with one address. */
  readonly limits: { readonly perNetwork: number; readonly perEmail: number };
  readonly now: () => Date;
}

/** From unknown networks together, an address may be tried as often as from this many of them. */
const networksPerEmail = 5;

export const createSignInAttempts = (services: SignInAttemptsParts): SignInAttempts => {
  const { openAttempts, accounts, knownNetworks, wrongPasswords, limits, now } = services;
  const ofNetwork = openAttempts('sign-ins of a network', limits.perNetwork);
  const ofBoth = openAttempts('sign-ins of a network with an address', limits.perEmail);
  const ofEmail = openAttempts('sign-ins with an address', networksPerEmail * limits.perEmail);

  const keyOf = ({ email, network }: SignInAttempt): string => `${network} ${email}`;

  const isKnown = async ({ email, network }: SignInAttempt): Promise<boolean> =>
    knownNetworks.isKnown(await accounts.findByEmail(email), network);

  const limited = (retryAfter: number): Limited => ({ ...refuse('TooManyRequests'), retryAfter });

  return {
    async count(attempt, admit) {
      const { email, network } = attempt;
      const [both, instant] = [keyOf(attempt), now().getTime()];
      const here = ofNetwork.countHere(network, instant) ?? ofBoth.countHere(both, instant);
      if (here !== undefined) return limited(here);
      const known = await isKnown(attempt);
      admit?.({ known });
      const together = [ofNetwork.countTogether(network, instant), ofBoth.countTogether(both, instant)];
      const closed = (await Promise.all(together)).find((seconds) => seconds !== undefined);
      if (closed !== undefined) return limited(closed);
      const closedToStrangers = await ofEmail.count(email, instant);
      if (closedToStrangers !== undefined && !known) return limited(closedToStrangers);
      // Strangers are counted together, and cannot use up the attempts of a known network.
      const mayTry = await wrongPasswords.mayTry(known ? keyOf(attempt) : email);
      return mayTry ? { known } : refuse('TooManyWrongPasswords');
    },
    async countCode(network) {
      const closed = await ofNetwork.count(network, now().getTime());
      return closed === undefined ? undefined : limited(closed);
    },
    async succeeded(attempt, userId, isTold) {
      await Promise.all([
        ofBoth.forget(keyOf(attempt)),
        wrongPasswords.forget([attempt.email, keyOf(attempt)]),
      ]);
      return knownNetworks.note(userId, attempt.network, isTold);
    },
  };
};
