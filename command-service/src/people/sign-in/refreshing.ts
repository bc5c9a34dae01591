import { type Refusal, refuse, type Session } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import { isBroughtBack } from '../account/older-copy.js';
import type { RememberedPeople } from '../account/remembered-people.js';
import type { Sessions } from '../sessions/sessions.js';
import type { SignInNotices } from './notices.js';
import type { TokensOf } from './tokens.js';

export interface Refreshing {
  /** Exchanges a refresh token, which is valid once, for new tokens. */
  refresh(token: string): Promise<Session | Refusal>;
}

export interface RefreshingParts {
  readonly people: RememberedPeople;
  readonly sessions: Pick<Sessions, 'ofToken' | 'rotate' | 'end'>;
  readonly log: Log;
}

export const createRefreshing = (
  { people, sessions, log }: RefreshingParts,
  tokensOf: TokensOf,
  notices: Pick<SignInNotices, 'tellOwed'>,
): Refreshing => ({
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
      await notices.tellOwed(session.reused.userId);
      return refuse('InvalidRefreshToken');
    }
    return session ? tokensOf(session, user.staff ? 'staff' : 'user') : refuse('InvalidRefreshToken');
  },
});
