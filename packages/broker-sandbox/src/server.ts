import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Fault, Faults } from './admin/faults.js';
import { adminRoutes } from './admin/routes.js';
import { type Credentials, isAuthorised } from './http/credentials.js';
import { RateLimit } from './http/rate-limit.js';
import { refuse } from './http/refusal.js';
import { assetRoutes } from './market/asset-routes.js';
import { barRoutes } from './market/bar-routes.js';
import { calendarRoutes } from './market/calendar-routes.js';
import { Market } from './market/market.js';

export interface SandboxOptions {
  /** Today. */
  readonly now: () => Date;
  /** Made-up tickers beside the well-known ones. */
  readonly generated?: number;
  /** Calls a minute; Alpaca's standard for brokers is 1,000. */
  readonly callsPerMinute?: number;
  /** When set, no other pair passes. */
  readonly credentials?: Credentials | undefined;
}

const own = ['/admin/', '/health/'];
const data = ['/v2/stocks/', '/v1beta3/'];
const startsWithOneOf = (path: string, starts: readonly string[]): boolean =>
  starts.some((start) => path.startsWith(start));

/** Lets a planned fault happen; true when the call goes on as if nothing were. */
const suffer = async (fault: Fault, reply: FastifyReply, now: number): Promise<boolean> => {
  const { kind, delay, retryAfter } = fault;
  if (kind === 'slow') {
    await new Promise((resolve) => setTimeout(resolve, delay));
    return true;
  }
  if (kind === 'hang') {
    await new Promise((resolve) => reply.raw.once('close', resolve));
    return false;
  }
  if (kind === 'drop') {
    reply.hijack();
    reply.raw.destroy();
    return false;
  }
  if (kind === '429') {
    reply.header('X-RateLimit-Remaining', 0).header('X-RateLimit-Reset', Math.ceil(now / 1_000) + retryAfter);
    refuse(reply, 429, 'too many requests.', 42910000);
    return false;
  }
  refuse(reply, 500, 'internal server error occurred', 50010000);
  return false;
};

/** Refuses a call beyond the limit or without credentials; undefined when it may go on. */
const turnAway = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: { readonly path: string; readonly granted: boolean; readonly credentials: Credentials | undefined },
): FastifyReply | undefined => {
  const isData = startsWithOneOf(call.path, data);
  if (!call.granted) return refuse(reply, 429, 'too many requests.', isData ? undefined : 42910000);
  // Historical crypto bars are open to everybody; the broker host knows no APCA headers.
  const open = call.path.startsWith('/v1beta3/crypto/');
  if (open || isAuthorised(request, call.credentials, isData)) return undefined;
  if (isData) return refuse(reply, 401, 'forbidden.');
  return refuse(reply, 401, 'request is not authorized', 40110000);
};

/** The sandbox as an HTTP server, not yet listening. Broker and data host of Alpaca are one here. */
export const createSandbox = (options: SandboxOptions): FastifyInstance => {
  const server = fastify({ logger: false, forceCloseConnections: true });
  const market = new Market(options);
  const faults = new Faults();
  const limit = new RateLimit(options.callsPerMinute ?? 1_000, () => market.now());

  server.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (startsWithOneOf(path, own)) return;
    const granted = limit.take(reply);
    const fault = faults.meet(path);
    if (fault && !(await suffer(fault, reply, market.now()))) return reply;
    return turnAway(request, reply, { path, granted, credentials: options.credentials });
  });
  server.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'endpoint not found.', 40410000));

  adminRoutes(server, faults);
  barRoutes(server, market);
  assetRoutes(server, market);
  calendarRoutes(server, market);
  for (const path of ['/health/live', '/health/ready']) server.get(path, () => ({ status: 'ok' }));
  return server;
};
