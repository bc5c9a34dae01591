import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/refusal.js';
import { type Faults, faultSchema } from './faults.js';

/** The sandbox's own calls, which Alpaca does not have: plan a fault, call all faults off, see what was called. */
export const adminRoutes = (server: FastifyInstance, faults: Faults): void => {
  server.post('/admin/faults', (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success)
      return refuse(reply, 422, parsed.error.issues.map(({ message }) => message).join('; '));
    faults.plan(parsed.data);
    return reply.status(204).send();
  });
  server.delete('/admin/faults', (_request, reply) => {
    faults.clear();
    return reply.status(204).send();
  });
  server.get('/admin/calls', () => faults.calls());
};
