import { type Problem, type RefusalCode, refusals } from '@groundswell/contracts';
import { endAfterLongBody, securityHeaders } from '@groundswell/platform';
import type { FastifyReply } from 'fastify';

/** Sends the gateway's own problem details, in the shape all services use. */
export const sendProblem = (
  reply: FastifyReply,
  code: RefusalCode,
  status: number = refusals[code].status,
  message: string = refusals[code].message,
): FastifyReply => {
  const problem: Problem = {
    type: 'about:blank',
    title: message,
    status,
    code,
    error: message,
    correlation_id: reply.request.id,
  };
  endAfterLongBody(reply);
  if (code === 'Unavailable') void reply.header('retry-after', '1');
  return reply
    .code(status)
    .headers(securityHeaders)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(Buffer.from(JSON.stringify(problem)));
};
