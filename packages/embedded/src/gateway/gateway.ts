import { callAt, headers, methodsAt } from '@groundswell/contracts';
import {
  admitRequests,
  boundedServer,
  correlationIdOf,
  endLater,
  type Log,
  liveness,
  networkOf,
  type ServerBounds,
  wasShed,
} from '@groundswell/platform';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { serveMailbox } from '../mailbox/serve-mailbox.js';
import { Bodies, type BodyBounds } from './bodies.js';
import { sendProblem } from './problems.js';
import { registerProxies } from './proxies.js';
import { readinessOf } from './readiness.js';
import { type Fault, sendRefusal } from './refusals.js';
import { isPlain, largestBody, pathOf, routeOf, type Upstream, upstreamOf } from './routing.js';

export interface GatewayOptions {
  readonly upstreams: Readonly<Record<Upstream, string>>;
  /** Other parts that have to be ready, by name: those that produce what people see. */
  readonly others?: Readonly<Record<string, string>>;
  /** Milliseconds until a service must have started its answer. */
  readonly timeout: number;
  readonly log: Log;
  /** The directory of the developer's mailbox; no mailbox without it. */
  readonly mailbox?: string | undefined;
  readonly bounds?: GatewayBounds;
  /** Multiplies each network's limits for each kind of call; 1 by default. */
  readonly networkFactor?: number;
}

/** Limits of callers at the gateway. */
export interface GatewayBounds extends ServerBounds {
  readonly bodies: BodyBounds;
}

/** Milliseconds without any data received or sent. */
const mostSilence = 60_000;

/** Sized for a network that is an entire office: a hundred live streams, plus the requests of their pages. */
const usualBounds: GatewayBounds = {
  // Cuts a request that arrives too slowly, as the front server in production does; an answer may take any
  // time.
  receiving: 30_000,
  connections: 8_000,
  connectionsOfNetwork: 400,
  newConnections: { perSecond: 100, burst: 800 },
  readsNoPieces: true,
  bodies: { ofNetwork: 32, all: 1_000 },
};

/** One address for the web app and the services behind it. */
export const buildGateway = ({
  upstreams,
  others,
  timeout,
  log,
  mailbox,
  bounds = usualBounds,
  networkFactor = 1,
}: GatewayOptions): FastifyInstance => {
  const logger: FastifyBaseLogger = log;
  const gateway = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: correlationIdOf,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    frameworkErrors: (_fault, _request, reply) => sendProblem(reply as FastifyReply, 'InvalidRequest'),
    serverFactory: (handle) => {
      const server = boundedServer(bounds, handle);
      // A reader that reads nothing for a minute has gone: streams send a keep-alive every fifteen seconds.
      server.timeout = mostSilence;
      return server;
    },
  });
  const bodies = new Bodies(bounds.bodies);
  const limitedPeople = new WeakSet<FastifyRequest>();
  gateway.addHook('onRequest', async (request, reply) => {
    void reply.header(headers.correlationId, request.id);
  });
  admitRequests(gateway, {
    networkFactor,
    costOf: ({ method, url }) => callAt(method, pathOf(url))?.cost ?? 'file',
    bodyLimitOf: limitOf,
    refuse: (_request, reply, code) => sendProblem(reply, code),
    isOfPerson: (request) => limitedPeople.has(request),
    log,
  });
  gateway.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader(headers.limitOf)) return;
    limitedPeople.add(request);
    void reply.removeHeader(headers.limitOf);
  });
  gateway.addHook('onRequest', async ({ headers: sent, method, raw, url }, reply) => {
    if (sent['transfer-encoding'] === undefined) return;
    endLater(raw.socket);
    const methods = methodsAt(pathOf(url));
    if (methods.length > 0 && !methods.includes(method)) return refuseMethod(reply, methods);
    return sendProblem(reply, 'LengthRequired');
  });
  gateway.addHook('onRequest', async ({ method, url }, reply) => {
    const path = pathOf(url);
    return upstreamOf(method, path) === 'web' || isPlain(path) ? undefined : sendProblem(reply, 'NotFound');
  });
  gateway.addHook('preParsing', async (request) =>
    bodies.receive(networkOf(request.ip), request.raw, limitOf(request)),
  );
  gateway.addHook('onResponse', async (request, reply) => {
    if (wasShed(request)) return;
    const { method, url } = request;
    const route = routeOf(method, pathOf(url));
    const ms = Math.round(reply.elapsedTime);
    log.info({ correlationId: request.id, method, route, status: reply.statusCode, ms }, 'answered');
  });
  gateway.setErrorHandler<Fault>((error, request, reply) => {
    // The sender has gone: no one reads the answer, and this is not our fault.
    const refused = request.raw.destroyed ? sendProblem(reply, 'InvalidRequest') : sendRefusal(reply, error);
    if (refused) return refused;
    log.error({ err: error, route: routeOf(request.method, pathOf(request.url)) }, 'a fault of the gateway');
    return sendProblem(reply, 'Unexpected');
  });
  // Methods that no service receives, such as TRACE.
  gateway.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(pathOf(request.url));
    return methods.length === 0 ? sendProblem(reply, 'NotFound') : refuseMethod(reply, methods);
  });
  serveHealth(gateway, { ...upstreams, ...others });
  if (mailbox !== undefined) serveMailbox(gateway, mailbox);
  registerProxies(gateway, { upstreams, timeout, log });
  return gateway;
};

const refuseMethod = (reply: FastifyReply, methods: readonly string[]): FastifyReply =>
  sendProblem(reply.header('allow', methods.join(', ')), 'MethodNotAllowed');

const limitOf = ({ method, url }: FastifyRequest): number => largestBody(method, pathOf(url));

const serveHealth = (gateway: FastifyInstance, parts: Readonly<Record<string, string>>): void => {
  const answers = { '/health/live': async () => liveness(), '/health/ready': readinessOf(parts) };
  for (const [path, answer] of Object.entries(answers)) {
    gateway.get(path, async (_request, reply) => {
      const { status, body } = await answer();
      return reply.code(status).header('cache-control', 'no-store').type('application/json').send(body);
    });
  }
  gateway.all('/health/*', (_request, reply) => sendProblem(reply, 'NotFound'));
};
