import type { NewChange } from '../book/book.js';
import { fundingEvent } from '../events/funding-event.js';
import { rejectionReasonOf } from './fixtures.js';
import type { Relationship, RelationshipStatus } from './relationship.js';

/** A relationship with another status, and the event that says so. */
export const movedRelationship = (
  relationship: Relationship,
  status: RelationshipStatus,
  {
    owner,
    at,
    reason,
  }: { readonly owner: string; readonly at: number; readonly reason?: string | undefined },
): NewChange[] => [
  { relationship: { ...relationship, status, statusAt: at } },
  fundingEvent({
    owner,
    accountId: relationship.accountId,
    entityId: relationship.id,
    entityType: 'BankRelationship',
    from: relationship.status,
    to: status,
    reason,
  }),
];

/** The bank confirms a cancellation: the events know a status for it, the REST calls do not. */
const canceled = (relationship: Relationship, owner: string, at: number): NewChange[] => [
  { relationship: { ...relationship, canceled: true, statusAt: at } },
  fundingEvent({
    owner,
    accountId: relationship.accountId,
    entityId: relationship.id,
    entityType: 'BankRelationship',
    from: relationship.status,
    to: 'CANCELED',
  }),
];

/** A cancellation failed at the bank: the events know a status for it, and the relationship is as active as before. */
export const cancelFailed = (
  relationship: Relationship,
  {
    owner,
    at,
    reason,
  }: { readonly owner: string; readonly at: number; readonly reason?: string | undefined },
): NewChange[] => [
  { relationship: { ...relationship, status: 'APPROVED', statusAt: at } },
  fundingEvent({
    owner,
    accountId: relationship.accountId,
    entityId: relationship.id,
    entityType: 'BankRelationship',
    from: relationship.status,
    to: 'CANCEL_FAILED',
    reason,
  }),
];

/** What happens to a relationship next by itself; undefined when nothing does. */
export const nextOfRelationship = (
  relationship: Relationship,
  owner: string,
): ((at: number) => NewChange[]) | undefined => {
  if (relationship.status === 'QUEUED' || relationship.status === 'PENDING') {
    const reason = rejectionReasonOf(relationship);
    return (at) => movedRelationship(relationship, reason ? 'REJECTED' : 'APPROVED', { owner, at, reason });
  }
  if (relationship.status === 'CANCEL_REQUESTED' && !relationship.canceled) {
    return (at) => canceled(relationship, owner, at);
  }
  return undefined;
};
