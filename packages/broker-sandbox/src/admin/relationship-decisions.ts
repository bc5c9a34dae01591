import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cancelFailed, movedRelationship } from '../ach-relationships/linking.js';
import type { Bank } from '../bank/bank.js';
import { done, inTheWrongState, unknown, type WithId } from './answers.js';
import { parsedBody } from './routes.js';

const relationshipSchema = z.strictObject({
  status: z.enum(['APPROVED', 'REJECTED', 'CANCEL_FAILED']),
  reason: z.string().min(1).optional(),
});

/** What a bank would decide about a link, by hand. */
export const relationshipDecisions = (server: FastifyInstance, bank: Bank): void => {
  server.post<WithId>('/admin/ach_relationships/:id/status', (request, reply) => {
    const wanted = parsedBody(relationshipSchema, request.body, reply);
    if (!wanted) return reply;
    const relationship = bank.records.relationships.get(request.params.id);
    const owner = bank.records.accounts.get(relationship?.accountId ?? '')?.owner;
    if (!relationship || owner === undefined) return unknown(reply);
    const { status, reason } = wanted;
    const told = { owner, at: bank.now(), reason };
    if (status !== 'CANCEL_FAILED') return done(bank, reply, movedRelationship(relationship, status, told));
    return relationship.status === 'CANCEL_REQUESTED' && !relationship.canceled
      ? done(bank, reply, cancelFailed(relationship, told))
      : inTheWrongState(reply, 'relationship', relationship.status);
  });
};
