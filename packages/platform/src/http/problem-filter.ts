import { methodsAt, type Refusal, type RefusalCode, refuse } from '@groundswell/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OtherLog } from '../event-store/errors.js';
import type { Log } from '../logging/log.js';
import { isPassing } from '../process/passing.js';
import { DamagedTables, OlderTables, rebuildNeeded, updateNeeded } from '../read-store/damaged-tables.js';
import { problemContentType, problemOf } from './problem.js';
import { Refused } from './refused.js';
import { TooBusy } from './too-busy.js';

const statusOf = (fault: unknown): number => {
  if (fault instanceof HttpException) return fault.getStatus();
  const { statusCode } = fault as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
};

/** Refusals that come from Fastify and Nest themselves, by status. */
const byStatus: Readonly<Record<number, RefusalCode>> = {
  404: 'NotFound',
  408: 'TimedOut',
  413: 'RequestTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  503: 'Unavailable',
};

/** The public answer while a service is connected to another log; its health and log tell operators more. */
export const otherLog = refuse(
  'Unavailable',
  'This service is connected to a different log than its data comes from. An operator must decide which one to use.',
);

/** A read cannot have changed anything. */
const nothingChanged = 'Something went wrong on our side. Try again in a moment.';

/**
 * A refusal is sent as it is; Fastify's and Nest's own are mapped by status; anything else is a bug of ours.
 */
const refusalOf = (fault: unknown, method: string): Refusal => {
  if (fault instanceof Refused) return fault.refusal;
  if (fault instanceof OtherLog) return otherLog;
  if (isPassing(fault)) return refuse('Unavailable');
  if (fault instanceof DamagedTables) return refuse('Unavailable', rebuildNeeded(fault.readModels));
  if (fault instanceof OlderTables) return refuse('Unavailable', updateNeeded(fault.readModels));
  const status = statusOf(fault);
  const known = byStatus[status];
  if (known) return refuse(known);
  if (status >= 400 && status < 500) return refuse('InvalidRequest');
  const isReading = method === 'GET' || method === 'HEAD';
  return refuse('Unexpected', isReading ? nothingChanged : undefined);
};

/** Nest found nothing that serves this method at this address. */
const isNoRoute = (fault: unknown): boolean => fault instanceof HttpException && fault.getStatus() === 404;

/** Turned away by us, and counted elsewhere: a flood must not fill the log. */
const isDeliberate = (fault: unknown): boolean =>
  fault instanceof TooBusy || (fault instanceof Refused && fault.refusal.refused === 'Unavailable');

/** The sender left before the request had come whole: nothing was done, and no one reads the answer. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Turns every error into a problem document; logs bugs and unavailable dependencies with their stack. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(fault, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(fault: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const methods = isNoRoute(fault) ? methodsAt(request.url.split('?', 1)[0] ?? '') : [];
    const isOtherMethod = methods.length > 0 && !methods.includes(request.method);
    const refusal = isOtherMethod ? refuse('MethodNotAllowed') : refusalOf(fault, request.method);
    const problem = problemOf(refusal, request.id);
    if (isOtherMethod) void reply.header('allow', methods.join(', '));
    if (problem.status >= 500 && !isDeliberate(fault) && !hasLeft(request))
      this.log.error({ err: fault, correlationId: request.id }, 'a request failed');
    if (reply.sent) return;
    if (problem.status === 503) void reply.header('retry-after', '1');
    void reply
      .status(problem.status)
      .header('content-type', problemContentType)
      .header('cache-control', 'no-store')
      .send(JSON.stringify(problem));
  }
}
