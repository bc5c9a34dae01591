import type { Session as TokenPair } from '@groundswell/contracts';
import { routes } from '@groundswell/contracts/routes';
import type { ClientOptions } from './client-options.js';
import type { Exchange } from './exchange.js';

/** The refresh token rotates, but a response without one leaves the old one valid. */
const isTokenPair = (body: unknown): body is { access: string; refresh?: string } =>
  typeof body === 'object' && body !== null && 'access' in body && typeof body.access === 'string';

/** The session that all calls share: its tokens, their refresh, and its end. */
export const createClientSession = (
  { tokens, inOneTab, reload }: Pick<ClientOptions, 'tokens' | 'inOneTab' | 'reload'>,
  exchange: Exchange,
) => {
  let refreshing: Promise<boolean> | undefined;

  const isSignedIn = () => tokens.read() !== undefined;
  const changedSince = ({ access }: TokenPair) => tokens.read()?.access !== access;

  const trade = async (expired: TokenPair): Promise<boolean> => {
    if (changedSince(expired)) return isSignedIn();
    const { response, body } = await exchange(routes.refreshToken.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh: expired.refresh }),
    });
    // Signed out, or in as someone else, in the meantime: that takes precedence.
    if (changedSince(expired)) return isSignedIn();
    if (!response.ok || !isTokenPair(body)) return false;
    tokens.save({ access: body.access, refresh: body.refresh ?? expired.refresh });
    return true;
  };

  return {
    /**
     * The tokens to send. Never resolves where they are another person's: what this page shows, and what was typed into
     * it, is not theirs, so it is reloaded instead.
     */
    async held(): Promise<TokenPair | undefined> {
      if (!tokens.areAnothers()) return tokens.read();
      reload();
      return new Promise(() => undefined);
    },

    /** Refreshes the tokens once, however many calls found the access token expired. */
    refresh(expired: TokenPair): Promise<boolean> {
      refreshing ??= inOneTab(expired, () => trade(expired))
        .catch(() => false)
        .finally(() => {
          refreshing = undefined;
        });
      return refreshing;
    },

    end() {
      tokens.clear();
      reload();
    },
  };
};

export type ClientSession = ReturnType<typeof createClientSession>;

/** A request with the access token of the session, if there is one. */
export const bearing = (init: RequestInit, held: TokenPair | undefined): RequestInit => ({
  ...init,
  headers: { ...init.headers, ...(held?.access && { authorization: `Bearer ${held.access}` }) },
});
