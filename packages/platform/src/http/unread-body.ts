import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Whether a body follows the head of a request. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Bytes of a body that cost less to read than a new connection does. */
const short = 65_536;

/**
 * Ends the connection after the answer to a request whose body was not read and is long. A short one is read and thrown away:
 * a client that is refused then keeps its connection, and its next request waits there as long as `admitRequests` says.
 */
export const endAfterLongBody = (reply: FastifyReply): void => {
  const { raw, headers } = reply.request;
  if (raw.complete || Number(headers['content-length']) <= short) return;
  void reply.header('connection', 'close');
};
