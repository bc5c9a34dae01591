/** What the broker's REST calls say; its events have more (SENT_TO_CLEARING, CANCELED and so on). */
export type RelationshipStatus = 'QUEUED' | 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCEL_REQUESTED';

/** A bank account that an account may move money to and from. */
export interface Relationship {
  readonly id: string;
  readonly accountId: string;
  readonly status: RelationshipStatus;
  readonly openedAt: number;
  readonly statusAt: number;
  readonly ownerName: string;
  readonly bankAccountType: 'CHECKING' | 'SAVINGS';
  /** All digits but the last four are masked before anything is kept. */
  readonly maskedAccountNumber: string;
  readonly routingNumber: string;
  readonly nickname: string | undefined;
  /** Set once the bank has confirmed that it is canceled, which only the events tell. */
  readonly canceled: boolean;
}

/** Queued ones count: an account has one active relationship at a time. */
export const isActive = ({ status }: Relationship): boolean =>
  status === 'QUEUED' || status === 'PENDING' || status === 'APPROVED';

/** As the Broker API answers it; the number is masked. */
export const bodyOfRelationship = (relationship: Relationship) => ({
  id: relationship.id,
  account_id: relationship.accountId,
  created_at: new Date(relationship.openedAt).toISOString(),
  updated_at: new Date(relationship.statusAt).toISOString(),
  status: relationship.status,
  account_owner_name: relationship.ownerName,
  bank_account_type: relationship.bankAccountType,
  bank_account_number: relationship.maskedAccountNumber,
  bank_routing_number: relationship.routingNumber,
  ...(relationship.nickname && { nickname: relationship.nickname }),
});
