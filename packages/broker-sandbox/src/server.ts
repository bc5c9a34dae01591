import { randomUUID } from 'node:crypto';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type InjectOptions,
} from 'fastify';
import { accountRoutes } from './accounts/account-routes.js';
import { relationshipRoutes } from './ach-relationships/relationship-routes.js';
import { bankAdminRoutes } from './admin/bank-routes.js';
import { type Fault, isAnswerFault, isLateFault } from './admin/fault.js';
import { Faults } from './admin/faults.js';
import { LateCalls } from './admin/late-calls.js';
import { adminRoutes } from './admin/routes.js';
import { loseAnswer, suffer } from './admin/suffer.js';
import { Bank, type Times } from './bank/bank.js';
import { Clockwork } from './bank/clockwork.js';
import { cashRoutes } from './cash/cash-routes.js';
import { eventRoutes } from './events/event-routes.js';
import { type Credentials, isAuthorised } from './http/credentials.js';
import { RateLimit } from './http/rate-limit.js';
import { refuse } from './http/refusal.js';
import { assetRoutes } from './market/asset-routes.js';
import { barRoutes } from './market/bar-routes.js';
import { calendarRoutes } from './market/calendar-routes.js';
import { Market } from './market/market.js';
import { openJournal } from './storage/file-journal.js';
import { forgetfulJournal } from './storage/journal.js';
import type { Limits } from './transfers/rules.js';
import { transferRoutes } from './transfers/transfer-routes.js';

export interface SandboxOptions {
  /** Today. */
  readonly now: () => Date;
  /** Invented tickers besides the well-known ones. */
  readonly generated?: number;
  /** Calls a minute; Alpaca's standard for brokers is 1,000. */
  readonly callsPerMinute?: number;
  /** When set, no other pair passes. */
  readonly credentials?: Credentials | undefined;
  /** Where accounts and transfers are kept; without it they last as long as the server. */
  readonly directory?: string | undefined;
  /** How long reviews and settlements take; at once unless told otherwise. */
  readonly times?: Partial<Times>;
  /** One ACH transfer in each direction and $50,000 a trading day, unless told otherwise. */
  readonly limits?: Partial<Limits>;
  /** Milliseconds between two heartbeats of a stream of events. */
  readonly heartbeat?: number;
  readonly newId?: () => string;
}

const bankOf = (options: SandboxOptions, market: Market): Bank => {
  const { directory, times, limits, newId = randomUUID } = options;
  const { journal, commits } = directory
    ? openJournal(directory)
    : { journal: forgetfulJournal, commits: [] };
  return new Bank({
    now: () => market.now(),
    newId,
    sessions: market.sessions,
    times: { review: 0, linking: 0, settlement: 0, hold: 0, ...times },
    limits: { transfersPerDay: 1, centsPerDay: 5_000_000, ...limits },
    journal,
    commits,
  });
};

/** Errors as the broker writes them. What was sent is not repeated, nor is what went wrong inside. */
const answerErrors = (server: FastifyInstance): void => {
  server.setErrorHandler((fault: { readonly statusCode?: number }, _request, reply) => {
    const status = fault.statusCode ?? 500;
    return status >= 500
      ? refuse(reply, 500, 'internal server error occurred', 50010000)
      : refuse(reply, status, 'request body format is invalid', 40010000);
  });
};

/** A request that announces JSON may have an empty body. */
const takeEmptyBodies = (server: FastifyInstance): void => {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
};

const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?')[0] ?? '/';

const passHeader = 'x-sandbox-late';
const own = ['/admin/', '/health/'];
const data = ['/v2/stocks/', '/v1beta3/'];
const startsWithOneOf = (path: string, starts: readonly string[]): boolean =>
  starts.some((start) => path.startsWith(start));

/** Refuses a call beyond the limit or without credentials; undefined when it may proceed. */
const turnAway = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: { readonly path: string; readonly granted: boolean; readonly credentials: Credentials | undefined },
): FastifyReply | undefined => {
  const isData = startsWithOneOf(call.path, data);
  if (!call.granted) return refuse(reply, 429, 'too many requests.', isData ? undefined : 42910000);
  // Historical crypto bars are public; the broker host does not accept APCA headers.
  const open = call.path.startsWith('/v1beta3/crypto/');
  if (open || isAuthorised(request, call.credentials, isData)) return undefined;
  if (isData) return refuse(reply, 401, 'forbidden.');
  return refuse(reply, 401, 'request is not authorized', 40110000);
};

/** The sandbox as an HTTP server, not yet listening. Broker and data host of Alpaca are one here. */
export const createSandbox = (options: SandboxOptions): FastifyInstance => {
  const server = fastify({ logger: false, forceCloseConnections: true });
  const market = new Market(options);
  const bank = bankOf(options, market);
  const clockwork = new Clockwork(bank);
  const faults = new Faults();
  const limit = new RateLimit(options.callsPerMinute ?? 1_000, () => market.now());
  const late = new LateCalls(() => market.now());
  /** What calls meet after their work, or before work that is done later. */
  const met = new WeakMap<FastifyRequest, Fault>();
  /** Shown by calls that are carried out late: they have met their fault, and were let in. */
  const pass = randomUUID();

  server.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    if (startsWithOneOf(path, own) || request.headers[passHeader] === pass) return;
    reply.header('X-Request-ID', randomUUID()).header('Date', new Date(market.now()).toUTCString());
    const granted = limit.take(reply);
    const fault = faults.meet(path, request.method);
    if (fault && (isAnswerFault(fault) || isLateFault(fault))) met.set(request, fault);
    else if (fault && !(await suffer(fault, reply, market.now()))) return reply;
    return turnAway(request, reply, { path, granted, credentials: options.credentials });
  });
  server.addHook('preHandler', async (request, reply) => {
    const fault = met.get(request);
    if (!fault || !isLateFault(fault)) return;
    met.delete(request);
    const { method, url, body, headers } = request;
    late.add(method, pathOf(request), fault.delay, () =>
      server.inject({
        method: method as InjectOptions['method'],
        url,
        headers: { authorization: headers.authorization, [passHeader]: pass },
        ...(body ? { payload: body } : {}),
      }),
    );
    await suffer(fault, reply, market.now());
    return reply;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const fault = met.get(request);
    if (fault) return loseAnswer(fault, reply);
    return typeof payload === 'string' && reply.statusCode === 200
      ? faults.show(payload, pathOf(request), request.method, market.now())
      : payload;
  });
  server.addHook('onReady', async () => clockwork.start());
  server.addHook('onClose', async () => {
    clockwork.stop();
    late.stop();
    await bank.options.journal.close();
  });
  server.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'endpoint not found.', 40410000));
  answerErrors(server);
  takeEmptyBodies(server);

  adminRoutes(server, faults, late);
  bankAdminRoutes(server, bank, late);
  barRoutes(server, market);
  assetRoutes(server, market);
  calendarRoutes(server, market);
  accountRoutes(server, bank);
  relationshipRoutes(server, bank);
  transferRoutes(server, bank);
  cashRoutes(server, bank);
  eventRoutes(server, bank, { faults, heartbeat: options.heartbeat ?? 15_000 });
  for (const path of ['/health/live', '/health/ready']) server.get(path, () => ({ status: 'ok' }));
  return server;
};
