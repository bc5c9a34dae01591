import type { FastifyReply } from 'fastify';

/** A refusal of the Broker API: HTTP status, Alpaca's code of status and sub-code, and what it says. */
export interface Refused {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/** Broker API errors carry a code of status and sub-code; Market Data errors a message alone, as Alpaca's do. */
export const refuse = (reply: FastifyReply, status: number, message: string, code?: number): FastifyReply =>
  reply.status(status).send(code === undefined ? { message } : { code, message });

/** Answers with a refusal that has a code. */
export const refuseWith = (reply: FastifyReply, { status, code, message }: Refused): FastifyReply =>
  refuse(reply, status, message, code);

/** The answer for an account of someone else, or of no one: 401, where others answer 404. */
export const notYours: Refused = { status: 401, code: 40110000, message: 'request is not authorized' };
