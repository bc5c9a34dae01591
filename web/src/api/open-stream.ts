import { routes } from '@groundswell/contracts/routes';
import type { ClientOptions } from './client-options.js';
import { bearing, type ClientSession } from './client-session.js';
import type { QueryName } from './endpoints.js';

/**
 * Opens an answer that continues, such as a live stream: the caller reads its body, and handles any failure but
 * 401.
 */
export const createOpenStream =
  (around: Pick<ClientOptions, 'fetch'>, session: ClientSession) =>
  async (
    name: QueryName,
    { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Response> => {
    const { path } = routes[name];
    const held = await session.held();
    const open = async () =>
      around.fetch(path, bearing({ method: 'GET', headers, signal }, await session.held()));
    const first = await open();
    if (first.status !== 401 || !held) return first;
    if (await session.refresh(held)) return open();
    session.end();
    return first;
  };
