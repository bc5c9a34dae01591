import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { headers } from '@groundswell/contracts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The caller's correlation id if it is a UUID, else a new one: free text could hold anything. */
export const correlationIdOf = (request: Pick<IncomingMessage, 'headers'>): string => {
  const given = request.headers[headers.correlationId];
  return typeof given === 'string' && uuid.test(given) ? given.toLowerCase() : randomUUID();
};
