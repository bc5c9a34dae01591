import { headers } from '@groundswell/contracts';
import type { FastifyInstance } from 'fastify';
import { withCorrelation } from '../logging/correlation.js';
import type { Log } from '../logging/log.js';
import { withRequest } from '../time/request-age.js';
import { wasShed } from './admission.js';
import { userOf } from './exchange.js';
import { securityHeaders } from './security-headers.js';

/**
 * Reads and returns the correlation id, sets security headers, and logs one line a request: the route's
 * pattern and ids, never the URL, since paths and queries may hold what people typed.
 */
export const addHooks = (server: FastifyInstance, log: Log): void => {
  // Every field is our own: nothing to cut out, at an eighth of the cost.
  const requests = log.child({}, { redact: [] });
  server.addHook('onRoute', (route) => {
    const { bodyLimit = 0 } = (route.config ?? {}) as { readonly bodyLimit?: number };
    if (bodyLimit > 0) route.bodyLimit = bodyLimit;
  });
  server.addHook('onRequest', (request, reply, next) => {
    reply.headers(securityHeaders).header(headers.correlationId, request.id);
    next();
  });
  // After the body was read, since reading it leaves the asynchronous context of the request.
  server.addHook('preValidation', (request, _reply, next) => {
    withCorrelation({ correlationId: request.id, causationId: request.id }, () => withRequest(next));
  });
  server.addHook('onSend', (request, reply, _payload, next) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (reply.statusCode === 429 && userOf(request)) reply.header(headers.limitOf, 'person');
    next();
  });
  server.addHook('onResponse', (request, reply, next) => {
    if (wasShed(request)) {
      next();
      return;
    }
    requests.info(
      {
        correlationId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(userOf(request) ? { userId: userOf(request)?.id } : {}),
      },
      'answered',
    );
    next();
  });
};
