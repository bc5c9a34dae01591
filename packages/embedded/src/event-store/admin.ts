import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Log } from '@groundswell/platform';
import type { EventLog } from './log/event-log.js';
import { scavenge } from './log/scavenge.js';

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** What is asked over plain HTTP: the state of the server, and a scavenge, as production takes it. */
export const adminListener =
  (eventLog: EventLog, log: Log): RequestListener =>
  (request, response) => {
    request.resume();
    switch (`${request.method} ${request.url}`) {
      case 'GET /health/live':
      case 'GET /health/ready':
        return answer(response, 200, { status: 'ok', last_position: String(eventLog.tail.last) });
      case 'POST /admin/scavenge': {
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
