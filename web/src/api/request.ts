import { routes } from '@groundswell/contracts/routes';
import { type ApiError, errorOf } from './api-error.js';
import { bearing, type ClientSession } from './client-session.js';
import type { Exchange, Init } from './exchange.js';

const accountIsGone = (path: string, { code }: ApiError) =>
  path.includes(routes.getUser.path) && code === 'user_not_found';

/**
 * Sends a request of the session, and once more after a refresh when its token had expired; a refusal is thrown
 * as an `ApiError`.
 */
export const createRequest =
  (exchange: Exchange, session: ClientSession) =>
  async (path: string, address: string, init: Init): ReturnType<Exchange> => {
    const held = path === routes.signIn.path ? undefined : await session.held();
    const first = await exchange(address, bearing(init, held));
    if (first.response.ok) return first;
    const refused = errorOf(first.response.status, first.body);
    if (refused.status !== 401 || !held) throw refused;
    if (accountIsGone(path, refused) || !(await session.refresh(held))) {
      session.end();
      throw refused;
    }
    const second = await exchange(address, bearing(init, await session.held()));
    if (second.response.ok) return second;
    const refusedAgain = errorOf(second.response.status, second.body);
    if (accountIsGone(path, refusedAgain)) session.end();
    throw refusedAgain;
  };

export type SessionRequest = ReturnType<typeof createRequest>;
