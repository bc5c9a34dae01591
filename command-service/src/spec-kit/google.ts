import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stub for Google returns for a token. */
export interface GoogleAccount {
  readonly aud: string;
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean | string;
  readonly hd?: string;
  readonly azp?: string;
  readonly expires_in?: string;
  /** Subject from `userinfo`, when it differs from that of `tokeninfo`. */
  readonly otherSub?: string;
}

export const clientId = 'groundswell.apps.example';
/** By token. */
export const accounts = new Map<string, GoogleAccount>();

/** Responds like Google's two endpoints. */
const answerOf = (path: string, token: string): object | undefined => {
  const account = accounts.get(token);
  if (!account) return undefined;
  const { aud, sub, azp = aud, expires_in = '3599', otherSub = sub, ...user } = account;
  return path === '/tokeninfo'
    ? { aud, azp, sub, expires_in, scope: 'openid email', access_type: 'online' }
    : { sub: otherSub, email_verified: true, ...user };
};

/** A token that Google would issue for an account. */
export const tokenOf = (account: Partial<GoogleAccount> = {}): string => {
  const token = `ya29.${randomUUID()}`;
  accounts.set(token, {
    aud: clientId,
    sub: randomUUID(),
    email: `${randomUUID()}@gmail.com`,
    ...account,
  });
  return token;
};

type Misbehavior = (response: ServerResponse, url: string) => void;

/** A server in Google's place, which may misbehave for a while; requests under `/elsewhere` are always answered. */
export const startGoogle = async () => {
  let misbehavior: Misbehavior | undefined;
  const server = createServer((request, response) => {
    const { pathname: asked, searchParams } = new URL(request.url ?? '', 'http://google.test');
    const pathname = asked.replace('/elsewhere', '');
    if (misbehavior && asked === pathname) return misbehavior(response, request.url ?? '');
    const token =
      pathname === '/tokeninfo'
        ? searchParams.get('access_token')
        : request.headers.authorization?.replace('Bearer ', '');
    const answer = answerOf(pathname, token ?? '');
    response.writeHead(answer ? 200 : 401, { 'content-type': 'application/json' });
    return response.end(JSON.stringify(answer ?? { error: 'invalid_token' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (how: Misbehavior | undefined) => {
      misbehavior = how;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
