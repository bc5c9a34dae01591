import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuse } from '@groundswell/contracts';
import { problemContentType, problemOf } from '../http/problem.js';
import { type HealthChecks, liveness, readiness } from './health.js';

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** `/health/live` and `/health/ready` for a process that serves no other HTTP. Port 0 picks any free one. */
export const startHealthServer = async (
  listen: { readonly host: string; readonly port: number },
  checks: HealthChecks,
): Promise<HealthServer> => {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    const answering =
      path === '/health/live' ? liveness() : path === '/health/ready' ? readiness(checks) : undefined;
    void Promise.resolve(answering).then((answer) => {
      response.writeHead(answer?.status ?? 404, {
        'content-type': answer ? 'application/json' : problemContentType,
        'cache-control': 'no-store',
      });
      response.end(answer?.body ?? JSON.stringify(problemOf(refuse('NotFound'), randomUUID())));
    });
  });
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
