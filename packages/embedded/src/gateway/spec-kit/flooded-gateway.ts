import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headers } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Dialled, dial as dialFrom } from '@groundswell/testing';
import type { FastifyInstance } from 'fastify';
import { buildGateway, type GatewayBounds } from '../gateway.js';

export let gateway: FastifyInstance;
/** Its log. */
export let lines: { level: string; route?: string; msg: string }[] = [];
/** URLs of the requests that reached the service. */
export let reached: string[] = [];
const closing: (() => void)[] = [];

/** One service in place of all: it records requests, starts streams, and answers the rest once complete. */
const answer: RequestListener = (request, response) => {
  reached.push(request.url ?? '');
  if (decodeURI(request.url ?? '').startsWith('/api/live'))
    response.writeHead(200).write('event: position\n\n');
  else if (request.url === '/user/sign_in_options/') response.writeHead(429).end('later');
  else if (request.url === '/user/user/')
    response.writeHead(429, { [headers.limitOf]: 'person' }).end('later');
  else if (request.url?.endsWith('/never')) return;
  else request.resume().once('end', () => response.end('whole'));
};

/**
 * Starts a gateway. @returns its port
 * @param networkFactor small where a spec tests limits: a busy machine sends less in a second than they allow
 */
export const open = async (bounds?: GatewayBounds, networkFactor = 1): Promise<number> => {
  reached = [];
  lines = [];
  const service = createServer(answer).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  gateway = buildGateway({
    upstreams: { 'command-service': url, 'query-service': url, web: url },
    timeout: 5_000,
    networkFactor,
    ...(bounds ? { bounds } : {}),
    log: createLog({
      service: 'gateway',
      level: 'info',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
  });
  const address = await gateway.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => {
    service.closeAllConnections();
    service.close();
  });
  return Number(new URL(address).port);
};

export const close = async (): Promise<void> => {
  for (const end of closing.splice(0)) end();
  gateway.server.closeAllConnections();
  await gateway.close();
};

/** Connects from an address, and sends a text. */
export const dial = async (port: number, localAddress: string, text: string): Promise<Dialled> => {
  const socket = await dialFrom(port, localAddress);
  closing.push(() => socket.destroy());
  socket.write(text);
  return socket;
};

export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: spec\r\n\r\n`;
export const halfSent = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: spec\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":`;

/** How many of some connections were answered with 503. */
export const shedAmong = (sockets: readonly { heard(): string }[]): number =>
  sockets.filter(({ heard }) => heard().includes('HTTP/1.1 503')).length;
