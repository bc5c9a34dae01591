import type { FastifyReply } from 'fastify';
import { refuse } from '../http/refusal.js';
import type { Fault } from './faults.js';

/** Lets a planned fault happen; true when the call goes on as if nothing were. */
export const suffer = async (fault: Fault, reply: FastifyReply, now: number): Promise<boolean> => {
  const { kind, delay, retryAfter } = fault;
  if (kind === 'slow') {
    await new Promise((resolve) => setTimeout(resolve, delay));
    return true;
  }
  if (kind === 'hang') {
    await new Promise((resolve) => reply.raw.once('close', resolve));
    return false;
  }
  if (kind === 'drop') {
    reply.hijack();
    reply.raw.destroy();
    return false;
  }
  if (kind === '429') {
    reply.header('X-RateLimit-Remaining', 0).header('X-RateLimit-Reset', Math.ceil(now / 1_000) + retryAfter);
    refuse(reply, 429, 'too many requests.', 42910000);
    return false;
  }
  if (kind === '422') {
    refuse(reply, 422, 'request cannot be processed', 42210000);
    return false;
  }
  refuse(reply, 500, 'internal server error occurred', 50010000);
  return false;
};

/** Lets a call that has done its work end without its answer. Returns what is sent instead. */
export const loseAnswer = async ({ kind }: Fault, reply: FastifyReply): Promise<string> => {
  if (kind === 'commit-500') {
    reply.status(500).header('content-type', 'application/json; charset=utf-8');
    reply.removeHeader('content-length');
    return JSON.stringify({ code: 50010000, message: 'internal server error occurred' });
  }
  if (kind === 'commit-hang') await new Promise((resolve) => reply.raw.once('close', resolve));
  else reply.raw.destroy();
  return '';
};
