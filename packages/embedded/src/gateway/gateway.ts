import { randomUUID } from 'node:crypto';
import httpProxy from '@fastify/http-proxy';
import { headers } from '@groundswell/contracts';
import { type Log, liveness, readiness } from '@groundswell/platform';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  fastify,
  LogController,
} from 'fastify';
import { serveMailbox } from '../mailbox/serve-mailbox.js';
import { isBodyTooLarge, limitBody } from './body-limit.js';
import { sendProblem } from './problems.js';
import { upstreamChecks } from './readiness.js';
import { bodyLimitOf, pathOf, type Upstream, upstreamOf } from './routing.js';

export interface GatewayOptions {
  readonly upstreams: Readonly<Record<Upstream, string>>;
  /** Milliseconds until a service must have begun its answer. */
  readonly timeout: number;
  readonly log: Log;
  /** The directory of the developer's mailbox; without it there is none. */
  readonly mailbox?: string | undefined;
}

/** One address for the web app and the services behind it. */
export const buildGateway = ({ upstreams, timeout, log, mailbox }: GatewayOptions): FastifyInstance => {
  const logger: FastifyBaseLogger = log;
  const gateway = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers: given }) => correlationIdOf(given[headers.correlationId]),
    // A request that comes drop by drop is cut, as the front server at scale does; an answer may take its time.
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
  });
  gateway.addHook('onRequest', async (request, reply) => {
    void reply.header(headers.correlationId, request.id);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > bodyLimitOf(pathOf(request.url))) return sendProblem(reply, 'RequestTooLarge');
    return undefined;
  });
  gateway.addHook('preParsing', async (request, _reply, payload) =>
    limitBody(payload, bodyLimitOf(pathOf(request.url))),
  );
  gateway.addHook('onResponse', async (request, reply) => {
    const path = pathOf(request.url);
    log.info(
      { method: request.method, path, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
  gateway.setErrorHandler<Fault>((error, request, reply) => {
    const refused = sendRefusal(reply, error);
    if (refused) return refused;
    log.error({ err: error, path: pathOf(request.url) }, 'a fault of the gateway');
    return sendProblem(reply, 'Unexpected');
  });
  serveHealth(gateway, upstreams);
  if (mailbox !== undefined) serveMailbox(gateway, mailbox);
  void gateway.register(httpProxy, {
    upstream: '',
    httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    disableRequestLogging: true,
    // An event stream may stay silent for long; only the beginning of an answer is timed.
    undici: { headersTimeout: timeout, bodyTimeout: 0, connect: { timeout: 2_000 } },
    destroyAgent: true,
    replyOptions: {
      getUpstream: (request) => upstreams[upstreamOf(request.method, pathOf(request.url))],
      rewriteRequestHeaders: (request, given) => ({ ...withoutForwarding(given), ...hopHeaders(request) }),
      onError: (answer, { error }) => {
        const reply = answer as FastifyReply;
        if (sendRefusal(reply, error)) return;
        const { method, url } = reply.request;
        log.warn({ err: error, method, path: pathOf(url) }, 'a service behind the gateway did not answer');
        sendProblem(reply, 'Unavailable', (error as Fault).statusCode === 504 ? 504 : 503);
      },
      // Whether to try again is the caller's decision: a command may have been carried out.
      retryDelay: () => null,
    },
  });
  return gateway;
};

const serveHealth = (gateway: FastifyInstance, upstreams: GatewayOptions['upstreams']): void => {
  const checks = upstreamChecks(upstreams);
  const answers = { '/health/live': async () => liveness(), '/health/ready': () => readiness(checks) };
  for (const [path, answer] of Object.entries(answers)) {
    gateway.get(path, async (_request, reply) => {
      const { status, body } = await answer();
      return reply.code(status).header('cache-control', 'no-store').type('application/json').send(body);
    });
  }
  gateway.all('/health/*', (_request, reply) => sendProblem(reply, 'NotFound'));
};

type Fault = Error & { readonly statusCode?: number };

/** Answers a fault that lies in the request; undefined when it lies elsewhere. */
const sendRefusal = (reply: FastifyReply, error: Fault): FastifyReply | undefined => {
  if (isBodyTooLarge(error) || error.statusCode === 413) return sendProblem(reply, 'RequestTooLarge');
  if (error.statusCode === 400) return sendProblem(reply, 'InvalidRequest');
  return undefined;
};

/** A caller's correlation id is kept when it is harmless in logs and headers; else a new one is made. */
const correlationIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();

/** A body is taken as it comes: nobody behind us is asked whether it may. */
const notPassedOn = ['forwarded', 'x-real-ip', 'expect'];

/** What a caller says about the way it came is not believed. */
const withoutForwarding = <Headers extends object>(given: Headers): Partial<Headers> =>
  Object.fromEntries(
    Object.entries(given).filter(([name]) => !name.startsWith('x-forwarded-') && !notPassedOn.includes(name)),
  ) as Partial<Headers>;

const hopHeaders = ({
  id,
  host,
  socket,
}: {
  id: string;
  host: string;
  socket: { remoteAddress?: string };
}) => ({
  'x-forwarded-for': socket.remoteAddress,
  'x-forwarded-host': host,
  'x-forwarded-proto': 'http',
  [headers.correlationId]: id,
});
