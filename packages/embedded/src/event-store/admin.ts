import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Log } from '@groundswell/platform';
import type { EventLog } from './log/event-log.js';
import { scavenge } from './log/scavenge.js';

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** What is asked over plain HTTP: whether the server lives and works, and a scavenge, as production takes it. */
export const adminListener =
  (eventLog: EventLog, log: Log): RequestListener =>
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
