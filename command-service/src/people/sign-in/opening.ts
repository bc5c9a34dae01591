import { type Refusal, refuse, type Session } from '@groundswell/contracts';
import type { User } from '@groundswell/domain/people';
import type { Log } from '@groundswell/platform';
import type { Accounts } from '../account/accounts.js';
import type { Sessions } from '../sessions/sessions.js';
import type { StillStands } from '../sessions/sign-in-methods.js';
import type { BegunSignIns } from './begun-sign-ins.js';
import type { SignInNotices } from './notices.js';
import type { TokensOf } from './tokens.js';

/** The first half is proven: together with a code, the challenge completes the sign-in. */
export interface HalfWay extends Refusal {
  readonly challenge: string;
}

export interface SessionOpening {
  /**
   * A session for a person who has proven their identity, while the proof is valid; half of one if they have
   * a second factor.
   */
  open(userId: string, device: string, stands: StillStands): Promise<Session | Refusal | HalfWay>;
  /** A session for a person who has just given every proof they have; undefined when one is not valid any more. */
  openProven(userId: string, device: string, stands: StillStands): Promise<Session | undefined>;
}

export interface OpeningParts {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly sessions: Pick<Sessions, 'startWhile'>;
  readonly begun: Pick<BegunSignIns, 'begin'>;
  readonly log: Log;
}

export const createSessionOpening = (
  { accounts, sessions, begun, log }: OpeningParts,
  tokensOf: TokensOf,
  notices: Pick<SignInNotices, 'tellOwed'>,
): SessionOpening => {
  const start = async (
    userId: string,
    { staff, secondFactor: proved }: User,
    device: string,
    stands: StillStands,
  ): Promise<Session | undefined> => {
    const session = await sessions.startWhile(stands, userId, device, proved);
    if (!session) return undefined;
    log.info({ userId, sessionId: session.sessionId }, 'signed in');
    if (session.newDevice) await notices.tellOwed(userId);
    return tokensOf(session, staff ? 'staff' : 'user');
  };

  return {
    async open(userId, device, stands) {
      const user = await accounts.find(userId);
      if (!user) return refuse('InvalidCredentials');
      if (!user.secondFactor) {
        return (await start(userId, user, device, stands)) ?? refuse('InvalidCredentials');
      }
      const challenge = await begun.begin(userId, stands);
      return challenge === undefined
        ? refuse('InvalidCredentials')
        : { ...refuse('SecondFactorNeeded'), challenge };
    },
    async openProven(userId, device, stands) {
      const user = await accounts.find(userId);
      return user && start(userId, user, device, stands);
    },
  };
};
