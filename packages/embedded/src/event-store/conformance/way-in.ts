import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { parseEventStoreAddress } from '@groundswell/platform/event-store';
import { type ChannelCredentials, credentials as channels, Metadata } from '@grpc/grpc-js';

/** How to reach a server below its client: parsed from its address. */
export interface WayIn {
  readonly hosts: readonly string[];
  readonly channel: ChannelCredentials;
  /** A user for calls that name one; made up when the server does not authenticate. */
  readonly credentials: { readonly username: string; readonly password: string };
  readonly authority: Buffer | undefined;
  /** Whether the server authenticates callers: a node with TLS has users. */
  readonly hasUsers: boolean;
  /** The same address with other hosts. */
  readonly urlOf: (hosts: string, protocol?: string) => string;
  readonly ask: (host: string, path: string, asking?: Asking) => Promise<HttpAnswer>;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

export const wayInTo = (url: string): WayIn => {
  const address = parseEventStoreAddress(url);
  if (typeof address === 'string') throw new Error(`The address of the server under test ${address}.`);
  const { tls, caFile, credentials = { username: 'a', password: 'b' } } = address;
  const authority = caFile === undefined ? undefined : readFileSync(caFile);
  const authorization = basic(credentials);
  const shown = channels.createFromMetadataGenerator((_, give) => {
    const metadata = new Metadata();
    metadata.set('authorization', authorization);
    give(null, metadata);
  });
  const [, rest = ''] = /^[^:]+:\/\/(?:[^@/?]*@)?[^/?]+(.*)$/.exec(url) ?? [];
  const user = `${encodeURIComponent(credentials.username)}:${encodeURIComponent(credentials.password)}@`;
  return {
    hosts: address.hosts.map(({ address: host, port }) => `${host}:${port}`),
    credentials,
    authority,
    hasUsers: tls,
    channel: tls
      ? channels.combineChannelCredentials(channels.createSsl(authority), shown)
      : channels.createInsecure(),
    urlOf: (hosts, protocol = 'esdb') => `${protocol}://${tls ? user : ''}${hosts}${rest}`,
    ask: (host, path, { method = 'GET', headers = { authorization } } = {}) =>
      new Promise((resolve, reject) => {
        const request = tls ? secureRequest : plainRequest;
        const asked = request(`${tls ? 'https' : 'http'}://${host}${path}`, {
          method,
          headers,
          ...(authority && { ca: authority }),
        });
        asked.on('error', reject).on('response', (response) => {
          let body = '';
          response.on('data', (chunk: Buffer) => {
            body += chunk.toString();
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        });
        asked.end();
      }),
  };
};

/** Credentials in the form HTTP and gRPC use. */
export const basic = ({ username, password }: WayIn['credentials']): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
