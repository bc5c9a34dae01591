import { isRefusal, type Refusal, refuse, type Session } from '@groundswell/contracts';
import { isAhead } from '@groundswell/domain/clock';
import type { Log } from '@groundswell/platform';
import type { Attempts } from '../../shared/attempts.js';
import type { Limited } from '../../shared/limit.js';
import { isBroughtBack } from '../account/older-copy.js';
import type { RememberedPeople } from '../account/remembered-people.js';
import type { Sessions } from '../sessions/sessions.js';
import type { SignInNotices } from './notices.js';
import type { TokensOf } from './tokens.js';

export interface Refreshing {
  /** Exchanges a refresh token, which is valid once, for new tokens. */
  refresh(token: string): Promise<Session | Refusal | Limited>;
}

export interface RefreshingParts {
  readonly people: RememberedPeople;
  readonly sessions: Pick<Sessions, 'ofToken' | 'rotate' | 'end'>;
  /**
   * Each exchange leaves a row for thirty days, and no app needs one more often than every ten minutes. What leaves no row is not
   * counted: someone with a token that no longer works must not use up what the person’s own sessions need.
   */
  readonly refreshesPerUser: Attempts;
  readonly now: () => Date;
  readonly log: Log;
}

export const createRefreshing = (
  { people, sessions, refreshesPerUser, now, log }: RefreshingParts,
  tokensOf: TokensOf,
  notices: Pick<SignInNotices, 'tellOwed'>,
): Refreshing => {
  /** In this process alone: a limit for what is stored does not have to be exact, nor cost a statement. */
  const rotateWithin = async (token: string, userId: string) => {
    const retryAfter = refreshesPerUser.waitOf(userId, now().getTime());
    const session = await sessions.rotate(token, retryAfter === undefined);
    if (session && 'isNew' in session && session.isNew) refreshesPerUser.count(userId, now().getTime());
    if (session) return session;
    return retryAfter === undefined
      ? refuse('InvalidRefreshToken')
      : { ...refuse('TooManyRequests'), retryAfter };
  };

  return {
    async refresh(token) {
      // The log is asked before the token is spent: while it is unavailable, the token remains valid.
      const known = await sessions.ofToken(token);
      const user = known && (await people.find(known.userId))?.user;
      if (!user) return refuse('InvalidRefreshToken');
      // Nothing can have begun yet after an end that is ahead of now.
      const ends = user.sessionsEndedAt.filter((at) => !isAhead(at, now()));
      if (ends.some((endedAt) => isBroughtBack(known.startedAt, endedAt))) {
        log.warn(
          { userId: known.userId },
          'a session came back that the log says was ended; it is ended again',
        );
        await sessions.end(token, 'older than the log says');
        return refuse('InvalidRefreshToken');
      }
      const session = await rotateWithin(token, known.userId);
      if (isRefusal(session)) return session;
      if ('reused' in session) {
        log.warn(session.reused, 'a spent refresh token came back; its session was ended');
        await notices.tellOwed(session.reused.userId);
        return refuse('InvalidRefreshToken');
      }
      return tokensOf(session, user.staff ? 'staff' : 'user');
    },
  };
};
