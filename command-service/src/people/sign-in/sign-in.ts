import { isRefusal, type Refusal, refuse, type Session } from '@groundswell/contracts';
import type { CurrentUser, IdentityWatch } from '@groundswell/platform/identity';
import type { Limited } from '../../shared/limit.js';
import type { Accounts } from '../account/accounts.js';
import type { Passwords } from '../account/passwords.js';
import type { SecondFactor } from '../second-factor/second-factor.js';
import type { Sessions } from '../sessions/sessions.js';
import type { StillStands } from '../sessions/sign-in-methods.js';
import type { BegunSignIns } from './begun-sign-ins.js';
import type { SignInNotices } from './notices.js';
import { createSessionOpening, type HalfWay, type OpeningParts, type SessionOpening } from './opening.js';
import { createRefreshing, type Refreshing, type RefreshingParts } from './refreshing.js';
import type { AllowedAttempt, SignInAttempts } from './sign-in-attempts.js';
import { createTokens, type TokensParts } from './tokens.js';

/** Opens sessions for people who prove their identity, and checks tokens. */
export interface SignIn extends Pick<SessionOpening, 'open'>, Refreshing {
  /**
   * @param network where the request comes from; counted, never stored
   * @param device browser and system in our words
   */
  signIn(asked: {
    readonly email: string;
    readonly password: string;
    readonly network: string;
    readonly device: string;
  }): Promise<Session | Refusal | Limited | HalfWay>;
  /** A session for a person who has just given every proof they have, while the proofs are valid. */
  goOn(userId: string, device: string, stands: StillStands): Promise<Session | Refusal>;
  /** The second half: a challenge is valid for one session, and a code for one use. */
  complete(asked: {
    readonly challenge: string;
    readonly code: string;
    readonly network: string;
    readonly device: string;
  }): Promise<Session | Refusal | Limited>;
  signOut(token: string): Promise<void>;
  /** Whether a verified token is still valid: its session is open, and the role was not revoked. */
  confirm(user: CurrentUser, access: 'user' | 'staff'): Promise<Refusal | undefined>;
}

export interface SignInParts extends OpeningParts, RefreshingParts, TokensParts {
  readonly accounts: Accounts;
  readonly watch: Pick<IdentityWatch, 'hasEnded'>;
  readonly sessions: Sessions;
  readonly begun: BegunSignIns;
  readonly secondFactor: Pick<SecondFactor, 'spend'>;
  readonly attempts: SignInAttempts;
  readonly passwords: Pick<Passwords, 'enter'>;
  readonly notices: SignInNotices;
}

export const createSignIn = (services: SignInParts): SignIn => {
  const { accounts, people, watch, sessions, begun, secondFactor, attempts, passwords, notices, log } =
    services;
  const tokensOf = createTokens(services);
  const { open, openProven } = createSessionOpening(services, tokensOf, notices);

  return {
    open,
    ...createRefreshing(services, tokensOf, notices),
    goOn: async (userId, device, stands) =>
      (await openProven(userId, device, stands)) ?? refuse('NotSignedIn'),
    async signIn({ email, password, network, device }) {
      let leave = (): void => undefined;
      const admit = ({ known }: AllowedAttempt): void => {
        leave = passwords.enter({ key: network, known });
      };
      try {
        const attempt = await attempts.count({ email, network }, admit);
        if (isRefusal(attempt)) {
          log.warn({ code: attempt.refused }, 'too many attempts to sign in');
          return attempt;
        }
        const known = await accounts.authenticate(email, password, { key: network, known: attempt.known });
        if (!known) {
          log.info('an attempt to sign in failed');
          return refuse('InvalidCredentials');
        }
        const isOwed = await attempts.succeeded({ email, network }, known.userId);
        // Mailed even when a code is still needed: someone else may know the password.
        if (isOwed) await notices.tellOwed(known.userId);
        return await open(known.userId, device, known.stands);
      } finally {
        leave();
      }
    },
    async complete({ challenge, code, network, device }) {
      const closed = await attempts.countCode(network);
      if (closed) return closed;
      const userId = await begun.personOf(challenge);
      if (userId === undefined) return refuse('ChallengeNotValid');
      const refused = await secondFactor.spend(userId, code);
      if (refused) return refused;
      const session = await openProven(userId, device, (sql) => begun.take(challenge, sql));
      return session ?? refuse('ChallengeNotValid');
    },
    async signOut(token) {
      await sessions.end(token, 'signed out');
    },
    async confirm({ id, sessionId }, access) {
      const [hasEnded, person] = await Promise.all([
        watch.hasEnded(sessionId),
        access === 'staff' ? people.find(id) : undefined,
      ]);
      if (hasEnded) return refuse('NotSignedIn');
      return access === 'staff' && !person?.user.staff ? refuse('NotStaff') : undefined;
    },
  };
};
