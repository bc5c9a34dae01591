import 'reflect-metadata';
import type { RequestListener } from 'node:http';
import { type Cost, headers, refuse, usualBodyLimit } from '@groundswell/contracts';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf } from '../faults.js';
import { type HealthChecks, liveness, readiness } from '../health/health.js';
import type { TokenVerifier } from '../identity/access-token.js';
import type { Log } from '../logging/log.js';
import { FatalFault } from '../process/fatal.js';
import type { LogWatch } from '../read-store/log-watch.js';
import { admitRequests } from './admission.js';
import { boundedServer, type ServerBounds, usualBounds } from './bounded-server.js';
import { CallGuard, type Confirm } from './call-guard.js';
import { correlationIdOf } from './correlation-id.js';
import { addHooks } from './hooks.js';
import { takeJsonAlone } from './json-body.js';
import { nestLog } from './nest-log.js';
import { endStreamsOnClose } from './open-streams.js';
import { otherLog, ProblemFilter } from './problem-filter.js';
import { Refused } from './refused.js';
import { answeringFirst, type Shortcut } from './shortcut.js';
import { endAfterLongBody } from './unread-body.js';
import { cutUnusedOnClose } from './unused-connections.js';

export interface HttpServiceOptions {
  readonly module: Type | DynamicModule;
  readonly config: { readonly HOST: string; readonly PORT: number };
  readonly log: Log;
  readonly verifyToken: TokenVerifier;
  readonly confirm?: Confirm | undefined;
  readonly checks: HealthChecks;
  /** Answers what lies ready in memory and is open to everyone, before anything else sees the request. */
  readonly shortcut?: Shortcut | undefined;
  /**
   * Proxies whose `X-Forwarded-For` is trusted: addresses or ranges. By default the gateway on the same
   * machine.
   */
  readonly trustedProxies?: string | undefined;
  readonly bounds?: Partial<ServerBounds> | undefined;
  /** Multiplies what one network may have of each kind of call. */
  readonly networkFactor: number;
  /** Whether the service is connected to the log that its data comes from: else no one is served. */
  readonly logWatch?: Pick<LogWatch, 'problem'> | undefined;
}

export interface HttpService {
  readonly port: number;
  readonly url: string;
  /** Stops listening, lets requests in flight finish, and runs the modules' shutdown hooks. */
  close(): Promise<void>;
}

/** What a route declares about its call. */
const ownConfigOf = ({ routeOptions }: FastifyRequest) =>
  (routeOptions.config ?? {}) as { readonly cost?: Cost; readonly bodyLimit?: number };

const addHealth = (server: FastifyInstance, checks: HealthChecks): void => {
  server.get('/health/live', async (_request, reply) => {
    const { status, body } = liveness();
    return reply.status(status).type('application/json').send(body);
  });
  server.get('/health/ready', async (_request, reply) => {
    const { status, body } = await readiness(checks);
    return reply.status(status).type('application/json').send(body);
  });
};

const unlessOtherLog =
  (shortcut: Shortcut, watch: HttpServiceOptions['logWatch']): Shortcut =>
  (request) =>
    watch?.problem() === undefined ? shortcut(request) : undefined;

/** Health is still answered. */
const refuseOnOtherLog = (
  server: FastifyInstance,
  filter: ProblemFilter,
  watch: HttpServiceOptions['logWatch'],
): void => {
  server.addHook('onRequest', (request, reply, next) => {
    if (watch?.problem() === undefined || request.routeOptions.url?.startsWith('/health/')) next();
    else filter.answer(new Refused(otherLog), request, reply);
  });
};

const listen = async (app: NestFastifyApplication, host: string, port: number): Promise<void> => {
  try {
    await app.listen({ host, port });
  } catch (fault) {
    const code = codeOf(fault);
    if (code === 'EADDRINUSE') throw new FatalFault(`Port ${port} on ${host} is taken by another program.`);
    if (code === 'EACCES') throw new FatalFault(`Port ${port} on ${host} may not be used by this user.`);
    throw fault;
  }
};

/**
 * Starts a service: its module's controllers serve calls of the contract (`@Serves`), everything else is denied.
 * @throws FatalFault when the port is taken.
 */
export const startHttpService = async (options: HttpServiceOptions): Promise<HttpService> => {
  const { log, shortcut } = options;
  const bounds = { ...usualBounds, ...options.bounds };
  const filter = new ProblemFilter(log);
  const adapter = new FastifyAdapter({
    bodyLimit: usualBodyLimit,
    genReqId: correlationIdOf,
    trustProxy: options.trustedProxies ?? 'loopback',
    // Addresses that Fastify refuses before any route is found.
    frameworkErrors: (fault: Error, request: FastifyRequest, reply: FastifyReply) =>
      filter.answer(fault, request, reply),
    serverFactory: (handle: RequestListener) =>
      boundedServer(
        bounds,
        shortcut ? answeringFirst(unlessOtherLog(shortcut, options.logWatch), log, handle) : handle,
      ),
  });
  const server = adapter.getInstance() as unknown as FastifyInstance;
  takeJsonAlone(server);
  addHooks(server, log);
  admitRequests(server, {
    networkFactor: options.networkFactor,
    costOf: (request) => ownConfigOf(request).cost ?? 'file',
    bodyLimitOf: (request) => ownConfigOf(request).bodyLimit ?? usualBodyLimit,
    refuse: (request, reply, code) => {
      endAfterLongBody(reply);
      filter.answer(new Refused(refuse(code)), request, reply);
    },
    isOfPerson: (_request, reply) => reply.hasHeader(headers.limitOf),
    log,
  });
  refuseOnOtherLog(server, filter, options.logWatch);
  addHealth(server, options.checks);
  endStreamsOnClose(server);
  cutUnusedOnClose(server);
  const app = await NestFactory.create<NestFastifyApplication>(options.module, adapter, {
    bodyParser: false,
    logger: nestLog(log),
    abortOnError: false,
  });
  app.useGlobalGuards(new CallGuard(options.verifyToken, options.confirm));
  app.useGlobalFilters(filter);
  await listen(app, options.config.HOST, options.config.PORT);
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : options.config.PORT;
  return { port, url: `http://${options.config.HOST}:${port}`, close: () => app.close() };
};
