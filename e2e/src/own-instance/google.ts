import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '../instance.js';
import { mapsScript } from '../maps-script.js';

export const clientId = 'groundswell.apps.example';
export const email = 'maya@gmail.com';

/** Owners of tokens, as Google would report them. */
export const identities = new Map([['good-token', { sub: '109876543210', email, email_verified: true }]]);

/** Google's response for a token; undefined for one it has not issued. */
const saidOf = (token: string | undefined, pathname: string): object | undefined => {
  const identity = identities.get(token ?? '');
  return identity && pathname === '/tokeninfo'
    ? { aud: clientId, azp: clientId, sub: identity.sub, expires_in: '3599', scope: 'openid email' }
    : identity;
};

/** Replaces Google's script: the same calls, with a response named in the page's address. */
export const script = `
  window.google = { accounts: { oauth2: { initTokenClient: (settings) => {
    window.askedOfGoogle = { client_id: settings.client_id, scope: settings.scope };
    return { requestAccessToken: () => {
      const wanted = new URLSearchParams(location.search).get('google');
      if (wanted === 'closed') settings.error_callback({ type: 'popup_closed', message: 'Popup window closed' });
      else if (wanted === 'denied') settings.callback({ error: 'access_denied', error_description: 'You denied access.' });
      else settings.callback({ access_token: wanted ?? 'good-token' });
    } };
  } } } };`;

/** Nothing is kept by the browser, so each load is counted. */
export const scriptHeaders = {
  'content-type': 'text/javascript',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
};

/** What the script of the sign-in is to do, and how often it was loaded. */
export const sentScript = { loads: 0, isThere: true };

let google: Server;

/** Takes Google's place. @returns the variables with which an instance asks here, for the sign-in and for maps */
export const startGoogle = async (): Promise<Environment> => {
  google = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://google.test');
    if (pathname === '/other') return response.writeHead(200, { 'content-type': 'text/javascript' }).end();
    if (pathname === '/maps.js') return response.writeHead(200, scriptHeaders).end(mapsScript);
    if (pathname === '/gsi/client') {
      sentScript.loads += 1;
      return response.writeHead(sentScript.isThere ? 200 : 404, scriptHeaders).end(script);
    }
    const token = searchParams.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '');
    const said = saidOf(token, pathname);
    response.writeHead(said ? 200 : 401, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(said ?? {}));
  }).listen(0, '127.0.0.1');
  await once(google, 'listening');
  const address = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  return {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_SCRIPT_URL: `${address}/gsi/client`,
    GOOGLE_TOKENINFO_URL: `${address}/tokeninfo`,
    GOOGLE_USERINFO_URL: `${address}/userinfo`,
    MAPS_KEY: 'good',
    // Another origin: permissions of one script must not apply to the other.
    MAPS_SCRIPT_URL: `${address.replace('127.0.0.1', 'localhost')}/maps.js`,
  };
};

export const stopGoogle = (): void => {
  google?.closeAllConnections();
  google?.close();
};
