import type { FastifyReply } from 'fastify';

/** Broker API errors carry a code of status and sub-code; Market Data errors a message alone, as Alpaca's do. */
export const refuse = (reply: FastifyReply, status: number, message: string, code?: number): FastifyReply =>
  reply.status(status).send(code === undefined ? { message } : { code, message });
