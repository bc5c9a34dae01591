import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const clientId = 'groundswell.apps.example';
const tokens = /^google-([\w.@-]{1,200})$/;

/** A stand-in for Google that reads the address from each token with our prefix. */
export const startGoogle = async () => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://google.test');
    const shown = searchParams.get('access_token') ?? request.headers.authorization?.replace('Bearer ', '');
    const email = tokens.exec(shown ?? '')?.[1];
    const said =
      pathname === '/tokeninfo'
        ? { aud: clientId, azp: clientId, sub: email, expires_in: '3599', scope: 'openid email' }
        : { sub: email, email, email_verified: true };
    response.writeHead(email === undefined ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(email === undefined ? {} : said));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_TOKENINFO_URL: `${url}/tokeninfo`,
      GOOGLE_USERINFO_URL: `${url}/userinfo`,
    },
    tokenOf: (email: string): string => `google-${email}`,
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};
