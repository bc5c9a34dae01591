import { type Transfer as MadeTransfer, matchesOf } from '@groundswell/broker';
import type { Transfer } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import { requestedAt, requestOf } from './requests.js';

/** For operators: why one of the broker's cannot be this transfer; undefined when it may be. */
export const whyNotAdoptable = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  ours: Transfer,
  made: MadeTransfer,
): string | undefined => {
  const request = requestOf(loaded.state, ours);
  if (!request) return 'The bank account of this transfer was never linked at the broker.';
  if (made.amount !== request.amount || made.direction.toUpperCase() !== request.direction)
    return 'The broker’s transfer has another amount or direction.';
  if (made.type?.toLowerCase() === 'wire') return 'The broker’s transfer is a wire. We never send wires.';
  if (made.relationshipId !== undefined && made.relationshipId !== request.relationshipId)
    return 'The broker’s transfer is with another bank account.';
  const sentAt = requestedAt(loaded, ours.id);
  return matchesOf({ ...request, sentAt }, [made], new Set()).length > 0
    ? undefined
    : 'The broker’s transfer was made more than a day before this one was requested.';
};
