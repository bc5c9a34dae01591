import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '@groundswell/platform';
import type { EventLog } from './log/event-log.js';
import { scavenge } from './log/scavenge.js';
import { version } from './rpc/server-features.js';
import type { Identify } from './security/users.js';

const answer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

/** What a real node reports about itself. */
const info = {
  dbVersion: version,
  esVersion: version,
  state: 'leader',
  features: { projections: false, userManagement: false, atomPub: false },
  authentication: { type: 'internal', properties: {} },
};

/**
 * Why a request may not change anything: it comes from a page in a browser, which no administration tool does, or
 * not from an admin.
 */
const refusalOf = (
  { headers }: IncomingMessage,
  identify: Identify,
): { readonly status: number; readonly error: string } | undefined => {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) {
    return { status: 403, error: 'pages may not administer the event store' };
  }
  const caller = identify(headers.authorization);
  if (caller === 'admin') return undefined;
  return caller === 'reader' || caller === 'writer'
    ? { status: 403, error: 'this takes the user admin' }
    : { status: 401, error: 'this takes a user and a password' };
};

const challenge = { 'www-authenticate': 'Basic realm="event store"' };

/** The calls over plain HTTP: liveness, health, and a scavenge, as a production node accepts it. */
export const adminListener =
  (eventLog: EventLog, identify: Identify, log: Log): RequestListener =>
  (request, response) => {
    request.resume();
    switch (`${request.method} ${request.url}`) {
      case 'GET /health/live':
        response.writeHead(204).end();
        return undefined;
      case 'GET /health/ready':
        return answer(response, eventLog.writer.failing ? 503 : 200, {
          status: eventLog.writer.failing ? 'the last write failed' : 'ok',
          last_position: String(eventLog.tail.last),
        });
      case 'GET /ping':
        return answer(response, 200, { text: 'Ping request successfully handled' });
      case 'GET /info':
        return answer(response, 200, info);
      case 'POST /admin/scavenge': {
        const refusal = refusalOf(request, identify);
        if (refusal) {
          return answer(
            response,
            refusal.status,
            { error: refusal.error },
            refusal.status === 401 ? challenge : {},
          );
        }
        const scavengeId = randomUUID();
        scavenge(eventLog, Date.now()).then(
          (removed) => answer(response, 200, { scavengeId, removed }),
          (fault: unknown) => {
            log.error({ err: fault }, 'a scavenge failed');
            answer(response, 500, { scavengeId });
          },
        );
        return undefined;
      }
      default:
        return answer(response, 404, { error: 'not found' });
    }
  };
