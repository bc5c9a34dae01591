import type { FastifyReply } from 'fastify';
import { TooManyBodies } from './bodies.js';
import { sendProblem } from './problems.js';

export type Fault = Error & { readonly statusCode?: number };

/** Sends a response to a fault in the request; undefined when the cause is elsewhere. */
export const sendRefusal = (reply: FastifyReply, error: Fault): FastifyReply | undefined => {
  if (error.statusCode === 413) return sendProblem(reply, 'RequestTooLarge');
  if (error instanceof TooManyBodies) return sendProblem(reply, 'Unavailable');
  if (error.statusCode === 400) return sendProblem(reply, 'InvalidRequest');
  return undefined;
};
