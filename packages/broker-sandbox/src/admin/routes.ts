import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { refuse } from '../http/refusal.js';
import { chaosSchema, faultSchema } from './fault.js';
import type { Faults } from './faults.js';
import type { LateCalls } from './late-calls.js';

/** Hands on what an admin call carries, or says what is wrong with it. */
export const parsedBody = <T extends z.ZodType>(
  schema: T,
  body: unknown,
  reply: FastifyReply,
): z.output<T> | undefined => {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  refuse(reply, 422, parsed.error.issues.map(({ message }) => message).join('; '));
  return undefined;
};

/** The sandbox's own calls, which Alpaca does not have: plan faults, call all of them off, see what was called. */
export const adminRoutes = (server: FastifyInstance, faults: Faults, late: LateCalls): void => {
  server.post('/admin/faults', (request, reply) => {
    const fault = parsedBody(faultSchema, request.body, reply);
    if (!fault) return reply;
    faults.plan(fault);
    return reply.status(204).send();
  });
  server.post('/admin/chaos', (request, reply) => {
    const chaos = parsedBody(chaosSchema, request.body, reply);
    if (!chaos) return reply;
    faults.unleash(chaos);
    return reply.status(204).send();
  });
  server.delete('/admin/faults', (_request, reply) => {
    faults.clear();
    return reply.status(204).send();
  });
  server.get('/admin/faults', () => faults.injected());
  server.get('/admin/calls', () => faults.calls());
  server.get('/admin/late', () => late.open());
};
