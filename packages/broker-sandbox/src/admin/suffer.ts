import type { FastifyReply } from 'fastify';
import { refuse } from '../http/refusal.js';
import type { Fault } from './fault.js';

const failed = 'internal server error occurred';

const closed = (reply: FastifyReply): Promise<void> =>
  new Promise((resolve) => void reply.raw.once('close', resolve));

const cutOff = (reply: FastifyReply): void => {
  reply.hijack();
  reply.raw.destroy();
};

/** Lets a planned fault happen; true when the call continues as if nothing were. */
export const suffer = async (fault: Fault, reply: FastifyReply, now: number): Promise<boolean> => {
  const { kind, delay, retryAfter, words } = fault;
  switch (kind) {
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, delay));
      return true;
    case 'hang':
    case 'late-hang':
      // Else the call would continue once its caller has left.
      reply.hijack();
      await closed(reply);
      return false;
    case 'drop':
    case 'late-drop':
      cutOff(reply);
      return false;
    case '429':
      reply
        .header('X-RateLimit-Remaining', 0)
        .header('X-RateLimit-Reset', Math.ceil(now / 1_000) + retryAfter);
      refuse(reply, 429, words ?? 'too many requests.', 42910000);
      return false;
    case '422':
      refuse(reply, 422, words ?? 'request cannot be processed', 42210000);
      return false;
    case '503':
      // As sent by a proxy in front of the broker, not by its program.
      reply.status(503).type('text/html; charset=utf-8');
      reply.send(`<html><body><h1>503 Service Unavailable</h1><p>${words ?? failed}</p></body></html>`);
      return false;
    default:
      refuse(reply, 500, words ?? failed, 50010000);
      return false;
  }
};

/** Lets a call that has done its work end without its answer. Returns what is sent instead. */
export const loseAnswer = async ({ kind, words }: Fault, reply: FastifyReply): Promise<string> => {
  if (kind === 'commit-hang') await closed(reply);
  else if (kind === 'commit-drop') reply.raw.destroy();
  else {
    reply.header('content-type', 'application/json; charset=utf-8').removeHeader('content-length');
    if (kind === 'commit-garbage') return JSON.stringify({ id: null, note: words ?? failed });
    reply.status(500);
    return JSON.stringify({ code: 50010000, message: words ?? failed });
  }
  return '';
};
