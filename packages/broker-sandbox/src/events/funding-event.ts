import type { NewChange } from '../bank/records.js';

interface Moved {
  readonly owner: string;
  readonly accountId: string;
  readonly entityId: string;
  readonly entityType: 'BankRelationship' | 'Transfer';
  readonly from: string | null;
  readonly to: string;
  readonly reason?: string | undefined;
}

/** Says that a bank relationship or a transfer has another status. */
export const fundingEvent = (moved: Moved): NewChange => ({
  event: {
    stream: 'funding',
    owner: moved.owner,
    accountId: moved.accountId,
    body: {
      account_id: moved.accountId,
      correspondent: 'SAND',
      entity_id: moved.entityId,
      entity_type: moved.entityType,
      status_from: moved.from,
      status_to: moved.to,
      ...(moved.reason && { reason: moved.reason }),
    },
  },
});
