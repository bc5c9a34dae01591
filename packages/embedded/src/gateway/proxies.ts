import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import { headers } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './problems.js';
import { type Fault, sendRefusal } from './refusals.js';
import { pathOf, routeOf, streamPaths, type Upstream, upstreamOf } from './routing.js';

export interface ProxyOptions {
  readonly upstreams: Readonly<Record<Upstream, string>>;
  /** Milliseconds until a service must have started its answer. */
  readonly timeout: number;
  readonly log: Log;
}

/**
 * Connections to each service: more streams than the query service opens, and fewer answers than it accepts
 * connections.
 */
const pools = { answers: { connections: 1_000 }, streams: { connections: 5_000 } } as const;

/** A read can be repeated; a command may have been carried out. */
const tooLate = (method: string): string =>
  method === 'GET' || method === 'HEAD'
    ? 'This took too long. Try again in a minute.'
    : 'This took too long. Check whether it went through before you try again.';

const optionsOf = (
  { upstreams, timeout, log }: ProxyOptions,
  { connections }: { readonly connections: number },
): FastifyHttpProxyOptions => ({
  upstream: '',
  httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  disableRequestLogging: true,
  // Event streams may be silent for long, so only the start of a response is timed.
  undici: { connections, headersTimeout: timeout, bodyTimeout: 0, connect: { timeout: 2_000 } },
  destroyAgent: true,
  replyOptions: {
    getUpstream: (request) => upstreams[upstreamOf(request.method, pathOf(request.url))],
    rewriteRequestHeaders: (request, given) => ({ ...withoutForwarding(given), ...hopHeaders(request) }),
    onError: (answer, { error }) => {
      const reply = answer as FastifyReply;
      if (sendRefusal(reply, error)) return;
      const { method, url } = reply.request;
      log.warn(
        { err: error, method, route: routeOf(method, pathOf(url)) },
        'a service behind the gateway did not answer',
      );
      if ((error as Fault).statusCode === 504) sendProblem(reply, 'Unavailable', 504, tooLate(method));
      else sendProblem(reply, 'Unavailable');
    },
    // Retries are up to the caller, since a command may have been executed.
    retryDelay: () => null,
  },
});

/** Forwards every request to the service that handles it. */
export const registerProxies = (gateway: FastifyInstance, options: ProxyOptions): void => {
  void gateway.register(httpProxy, optionsOf(options, pools.answers));
  // Separate connections: however many readers stay, none takes a connection that an answer needs.
  for (const prefix of streamPaths) {
    void gateway.register(httpProxy, {
      ...optionsOf(options, pools.streams),
      prefix,
      rewritePrefix: prefix,
    });
  }
};

/** Headers of this connection only (RFC 9110, 7.6.1), and `Expect`, which services are not asked. */
const notPassedOn = ['forwarded', 'x-real-ip', 'expect', 'upgrade', 'keep-alive', 'te', 'trailer'];

/** Forwarding headers from callers are not trusted. */
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
