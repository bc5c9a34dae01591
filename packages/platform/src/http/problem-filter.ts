import { type Refusal, refuse } from '@groundswell/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../logging/log.js';
import { problemContentType, problemOf } from './problem.js';
import { Refused } from './refused.js';

const statusOf = (fault: unknown): number => {
  if (fault instanceof HttpException) return fault.getStatus();
  const { statusCode } = fault as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
};

/** Refusals say what they are; what Fastify and Nest refuse themselves is told by its status; the rest is our bug. */
const refusalOf = (fault: unknown): Refusal => {
  if (fault instanceof Refused) return fault.refusal;
  const status = statusOf(fault);
  if (status === 404 || status === 405) return refuse('NotFound');
  if (status === 429) return refuse('TooManyRequests');
  if (status === 503) return refuse('Unavailable');
  return status >= 400 && status < 500 ? refuse('InvalidRequest') : refuse('Unexpected');
};

/** Every fault leaves as a problem document; only a bug of ours is logged with its stack. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(fault, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(fault: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = problemOf(refusalOf(fault), request.id);
    if (problem.status === 500) {
      this.log.error({ err: fault, correlationId: request.id }, 'a request failed');
    }
    if (reply.sent) return;
    void reply
      .status(problem.status)
      .header('content-type', problemContentType)
      .header('cache-control', 'no-store')
      .send(JSON.stringify(problem));
  }
}
