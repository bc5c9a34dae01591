import type { NewChange } from '../bank/records.js';
import { fundingEvent } from '../events/funding-event.js';
import { rejectionReasonOf } from './fixtures.js';
import type { Relationship, RelationshipStatus } from './relationship.js';

interface Occasion {
  readonly owner: string;
  readonly at: number;
  readonly reason?: string | undefined;
}

/** What becomes of a relationship, and the event that says so: events know statuses that the REST calls do not. */
const told = (
  relationship: Relationship,
  changes: Partial<Relationship>,
  to: string,
  { owner, at, reason }: Occasion,
): NewChange[] => [
  { relationship: { ...relationship, ...changes, statusAt: at } },
  fundingEvent({
    owner,
    accountId: relationship.accountId,
    entityId: relationship.id,
    entityType: 'BankRelationship',
    from: relationship.status,
    to,
    reason,
  }),
];

/** A relationship with another status. */
export const movedRelationship = (
  relationship: Relationship,
  status: RelationshipStatus,
  occasion: Occasion,
): NewChange[] => told(relationship, { status }, status, occasion);

/** The bank confirms a cancellation. */
const canceled = (relationship: Relationship, owner: string, at: number): NewChange[] =>
  told(relationship, { canceled: true }, 'CANCELED', { owner, at });

/** A cancellation failed at the bank: the relationship is as active as before. */
export const cancelFailed = (relationship: Relationship, occasion: Occasion): NewChange[] =>
  told(relationship, { status: 'APPROVED' }, 'CANCEL_FAILED', occasion);

/** The next automatic step of a relationship; undefined when there is none. */
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
