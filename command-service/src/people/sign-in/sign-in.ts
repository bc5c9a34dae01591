import { type Actor, type Refusal, refuse, type Session } from '@groundswell/contracts';
import type { User } from '@groundswell/domain/people';
import { currentCorrelation, derivedId, type Log } from '@groundswell/platform';
import type { AccessTokenClaims, CurrentUser, IdentityWatch } from '@groundswell/platform/identity';
import type { Limited } from '../../shared/limit.js';
import type { Accounts } from '../account/accounts.js';
import { isBroughtBack } from '../account/older-copy.js';
import type { RememberedPeople } from '../account/remembered-people.js';
import type { SecondFactor } from '../second-factor/second-factor.js';
import type { OpenSession } from '../sessions/beginning.js';
import type { Reuse } from '../sessions/rotation.js';
import type { Sessions } from '../sessions/sessions.js';
import type { StillStands } from '../sessions/sign-in-methods.js';
import type { BegunSignIns } from './begun-sign-ins.js';
import type { SignInAttempts } from './sign-in-attempts.js';

/** The first half is proven: together with a code, the challenge completes the sign-in. */
interface HalfWay extends Refusal {
  readonly challenge: string;
}

/** Opens sessions for people who prove their identity, and checks tokens. */
export interface SignIn {
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
  /**
   * A session for a person who has proven their identity, while the proof is valid; half of one if they have
   * a second factor.
   */
  open(userId: string, device: string, stands: StillStands): Promise<Session | Refusal | HalfWay>;
  /** A session for a person who has just given every proof they have, while the proofs are valid. */
  goOn(userId: string, device: string, stands: StillStands): Promise<Session | Refusal>;
  /** The second half: a challenge is valid for one session, and a code for one use. */
  complete(asked: {
    readonly challenge: string;
    readonly code: string;
    readonly network: string;
    readonly device: string;
  }): Promise<Session | Refusal | Limited>;
  refresh(token: string): Promise<Session | Refusal>;
  signOut(token: string): Promise<void>;
  /** Whether a verified token is still valid: its session is open, and the role was not revoked. */
  confirm(user: CurrentUser, access: 'user' | 'staff'): Promise<Refusal | undefined>;
}

export interface SignInParts {
  readonly accounts: Accounts;
  readonly people: RememberedPeople;
  readonly watch: Pick<IdentityWatch, 'hasEnded'>;
  readonly sessions: Sessions;
  readonly begun: BegunSignIns;
  readonly secondFactor: Pick<SecondFactor, 'spend'>;
  readonly signToken: (claims: AccessTokenClaims) => Promise<string>;
  readonly attempts: SignInAttempts;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Log;
}

export const createSignIn = (services: SignInParts): SignIn => {
  const { accounts, people, watch, sessions, begun, secondFactor, signToken, attempts, now, newId, log } =
    services;

  const correlationId = (): string => currentCorrelation()?.correlationId ?? newId();

  /** Once for each session, however often its tokens come back. The user of the token is unknown. */
  const noteReuse = ({ sessionId, userId }: Reuse['reused']): Promise<unknown> =>
    accounts.change(
      userId,
      { type: 'NoteTokenReuse', sessionId },
      {
        actor: { id: userId, role: 'anonymous' },
        correlationId: correlationId(),
        commandId: derivedId('token reuse', sessionId),
      },
    );

  const tokensOf = async (
    { sessionId, userId, refresh }: OpenSession,
    role: 'user' | 'staff',
  ): Promise<Session> => ({
    access: await signToken({ id: userId, role, sessionId, tokenId: newId(), issuedAt: now() }),
    refresh,
  });

  const start = async (
    userId: string,
    { staff, secondFactor: proved }: User,
    device: string,
    stands: StillStands,
  ): Promise<Session | undefined> => {
    const session = await sessions.startWhile(stands, userId, device, proved);
    if (!session) return undefined;
    log.info({ userId, sessionId: session.sessionId }, 'signed in');
    if (session.newDevice) {
      const actor: Actor = { id: userId, role: 'user' };
      await accounts.change(userId, { type: 'NoteNewDevice' }, { actor, correlationId: correlationId() });
    }
    return tokensOf(session, staff ? 'staff' : 'user');
  };

  /** Mailed even when a code is still needed: someone else may know the password. */
  const noteNetwork = async (userId: string, isNew: boolean): Promise<void> => {
    const actor: Actor = { id: userId, role: 'user' };
    if (isNew)
      await accounts.change(userId, { type: 'NoteNewNetwork' }, { actor, correlationId: correlationId() });
  };

  const open: SignIn['open'] = async (userId, device, stands) => {
    const user = await accounts.find(userId);
    if (!user) return refuse('InvalidCredentials');
    if (!user.secondFactor) {
      return (await start(userId, user, device, stands)) ?? refuse('InvalidCredentials');
    }
    const challenge = await begun.begin(userId, stands);
    return challenge === undefined
      ? refuse('InvalidCredentials')
      : { ...refuse('SecondFactorNeeded'), challenge };
  };

  return {
    open,
    async goOn(userId, device, stands) {
      const user = await accounts.find(userId);
      const session = user && (await start(userId, user, device, stands));
      return session ?? refuse('NotSignedIn');
    },
    async signIn({ email, password, network, device }) {
      const closed = await attempts.count({ email, network });
      if (closed) {
        log.warn({ code: closed.refused }, 'too many attempts to sign in');
        return closed;
      }
      const from = { key: network, known: await attempts.isKnown({ email, network }) };
      const known = await accounts.authenticate(email, password, from);
      if (!known) {
        log.info('an attempt to sign in failed');
        return refuse('InvalidCredentials');
      }
      await noteNetwork(known.userId, await attempts.succeeded({ email, network }, known.userId));
      return open(known.userId, device, known.stands);
    },
    async complete({ challenge, code, network, device }) {
      const closed = await attempts.countCode(network);
      if (closed) return closed;
      const userId = await begun.personOf(challenge);
      if (userId === undefined) return refuse('ChallengeNotValid');
      const refused = await secondFactor.spend(userId, code);
      if (refused) return refused;
      const user = await accounts.find(userId);
      const session = user && (await start(userId, user, device, (sql) => begun.take(challenge, sql)));
      return session ?? refuse('ChallengeNotValid');
    },
    async refresh(token) {
      // The log is asked before the token is spent: while it is unavailable, the token remains valid.
      const known = await sessions.ofToken(token);
      const user = known && (await people.find(known.userId))?.user;
      if (!user) return refuse('InvalidRefreshToken');
      if (isBroughtBack(known.startedAt, user.sessionsEndedAt)) {
        log.warn(
          { userId: known.userId },
          'a session came back that the log says was ended; it is ended again',
        );
        await sessions.end(token, 'older than the log says');
        return refuse('InvalidRefreshToken');
      }
      const session = await sessions.rotate(token);
      if (session && 'reused' in session) {
        log.warn(session.reused, 'a spent refresh token came back; its session was ended');
        await noteReuse(session.reused);
        return refuse('InvalidRefreshToken');
      }
      return session ? tokensOf(session, user.staff ? 'staff' : 'user') : refuse('InvalidRefreshToken');
    },
    signOut: (token) => sessions.end(token, 'signed out'),
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
