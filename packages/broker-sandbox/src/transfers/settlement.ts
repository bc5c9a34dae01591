import type { Account } from '../accounts/account.js';
import { returnReasonOf } from '../ach-relationships/fixtures.js';
import { isActive, type Relationship } from '../ach-relationships/relationship.js';
import type { NewChange } from '../bank/records.js';
import type { Posting } from '../cash/posting.js';
import { fundingEvent } from '../events/funding-event.js';
import { isCancelable, type Transfer, type TransferStatus } from './transfer.js';

/** What a step of a transfer depends on. */
export interface SettlementContext {
  readonly account: Account;
  readonly relationship: Relationship;
  /** The account's cash in cents at this moment. */
  readonly cash: () => number;
  /** How long a settled deposit may not be withdrawn, in milliseconds. */
  readonly holdTime: number;
  readonly newId: () => string;
}

/** Deposits and withdrawals of this size are looked at by a person first; where Alpaca draws the line is not known. */
const approvalFromCents = 2_500_000;

/** A transfer with another status, and the event that says so; the stream leaves PENDING out, as Alpaca's does. */
export const movedTransfer = (
  transfer: Transfer,
  status: TransferStatus,
  {
    owner,
    at,
    reason,
  }: { readonly owner: string; readonly at: number; readonly reason?: string | undefined },
): NewChange[] => {
  const moved = { ...transfer, status, statusAt: at, reason: reason ?? transfer.reason };
  if (status === 'PENDING') return [{ transfer: moved }];
  return [
    { transfer: { ...moved, toldStatus: status } },
    fundingEvent({
      owner,
      accountId: transfer.accountId,
      entityId: transfer.id,
      entityType: 'Transfer',
      from: transfer.toldStatus,
      to: status,
      reason,
    }),
  ];
};

const posting = (transfer: Transfer, id: string, at: number, sign: 1 | -1): Posting => {
  const deposit = transfer.direction === 'INCOMING';
  return {
    id,
    accountId: transfer.accountId,
    transferId: transfer.id,
    kind: deposit ? 'CSD' : 'CSW',
    cents: (deposit ? sign : -sign) * transfer.cents,
    at,
    description: sign > 0 ? 'ach transfer' : 'ach return',
  };
};

const settled = (transfer: Transfer, context: SettlementContext, at: number): NewChange[] => {
  const { account, holdTime, newId } = context;
  const holdUntil = transfer.direction === 'INCOMING' && holdTime > 0 ? at + holdTime : undefined;
  return [
    ...movedTransfer({ ...transfer, holdUntil }, 'COMPLETE', { owner: account.owner, at }),
    { posting: posting(transfer, newId(), at, 1) },
  ];
};

/**
 * The bank sends a transfer back. Money that was booked is taken back, also when the account no longer has it; and
 * an account whose deposit came back may not trade until someone has looked at it.
 */
export const returned = (
  transfer: Transfer,
  { account, newId }: Pick<SettlementContext, 'account' | 'newId'>,
  { at, reason }: { readonly at: number; readonly reason: string },
): NewChange[] => {
  const changes = movedTransfer(transfer, 'RETURNED', { owner: account.owner, at, reason });
  if (transfer.status === 'COMPLETE') changes.push({ posting: posting(transfer, newId(), at, -1) });
  if (transfer.direction === 'OUTGOING' || account.tradingBlocked) return changes;
  const body = { account_id: account.id, account_number: account.number, trading_blocked: true };
  return [
    ...changes,
    { account: { ...account, tradingBlocked: true } },
    { event: { stream: 'accounts', owner: account.owner, accountId: account.id, body } },
  ];
};

/** Why a transfer that has not gone out cannot go out any more. */
const obstacleTo = (transfer: Transfer, { relationship, cash }: SettlementContext): string | undefined => {
  if (!isCancelable(transfer)) return undefined;
  if (!isActive(relationship)) return 'the bank relationship is no longer active';
  const short = transfer.direction === 'OUTGOING' && transfer.status === 'PENDING' && cash() < transfer.cents;
  return short ? 'insufficient funds' : undefined;
};

const following: Partial<Record<TransferStatus, (transfer: Transfer) => TransferStatus>> = {
  QUEUED: ({ cents }) => (cents >= approvalFromCents ? 'APPROVAL_PENDING' : 'PENDING'),
  APPROVAL_PENDING: () => 'PENDING',
  PENDING: () => 'SENT_TO_CLEARING',
  SENT_TO_CLEARING: () => 'COMPLETE',
  APPROVED: () => 'COMPLETE',
};

/** The next automatic step of a transfer; undefined while it waits for its bank, and at the end. */
export const nextOfTransfer = (
  transfer: Transfer,
  context: SettlementContext,
): ((at: number) => NewChange[]) | undefined => {
  const { account, relationship } = context;
  const { owner } = account;
  const waits = transfer.status === 'QUEUED' && isActive(relationship) && relationship.status !== 'APPROVED';
  if (waits) return undefined;
  if (transfer.status === 'COMPLETE') {
    const reason = transfer.direction === 'INCOMING' ? returnReasonOf(relationship) : undefined;
    return reason === undefined ? undefined : (at) => returned(transfer, context, { at, reason });
  }
  const next = following[transfer.status]?.(transfer);
  if (next === undefined) return undefined;
  return (at) => {
    const reason = obstacleTo(transfer, context);
    if (reason !== undefined) return movedTransfer(transfer, 'REJECTED', { owner, at, reason });
    return next === 'COMPLETE'
      ? settled(transfer, context, at)
      : movedTransfer(transfer, next, { owner, at });
  };
};
