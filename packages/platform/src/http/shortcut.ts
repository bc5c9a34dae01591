import type { IncomingMessage, RequestListener } from 'node:http';
import { headers } from '@groundswell/contracts';
import type { Log } from '../logging/log.js';
import { correlationIdOf } from './correlation-id.js';
import { securityHeaders } from './security-headers.js';

/** Bytes that lie ready, with everything that goes before them. */
export interface ReadyAnswer {
  /** The call's path, for the log. */
  readonly route: string;
  readonly status: 200 | 304;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/**
 * Sees a request before everything else, and answers it if the answer is ready. Only for public reads: the
 * caller is not identified yet.
 */
export type Shortcut = (request: IncomingMessage) => ReadyAnswer | undefined;

const usualHeaders = Object.entries(securityHeaders).flat();

/** Names and values alternate: Node writes such a list in half the time it needs for an object. */
const headOf = (ready: ReadyAnswer, correlationId: string): string[] => {
  const head = usualHeaders.concat(headers.correlationId, correlationId);
  for (const [name, value] of ready.headers) head.push(name, value);
  if (ready.body) head.push('content-length', String(ready.body.length));
  return head;
};

/** Answers from memory what it can, and hands on the rest. Headers and log lines are the same. */
export const answeringFirst = (shortcut: Shortcut, log: Log, handle: RequestListener): RequestListener => {
  // Every field is our own: nothing to cut out, at a fifth of what a request costs.
  const access = log.child({}, { redact: [] });
  return (request, response) => {
    const ready = request.method === 'GET' ? shortcut(request) : undefined;
    if (!ready) {
      handle(request, response);
      return;
    }
    const correlationId = correlationIdOf(request);
    response.writeHead(ready.status, headOf(ready, correlationId));
    response.end(ready.body);
    access.info(
      { correlationId, method: 'GET', route: ready.route, status: ready.status, ms: 0 },
      'answered',
    );
  };
};
