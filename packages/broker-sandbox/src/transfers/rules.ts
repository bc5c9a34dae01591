import type { Account } from '../accounts/account.js';
import { isActive, type Relationship } from '../ach-relationships/relationship.js';
import { centsOf } from '../cash/cents.js';
import type { Refused } from '../http/refusal.js';
import type { Direction, Transfer } from './transfer.js';
import type { TransferRequest } from './transfer-request.js';

const invalid = (message: string): Refused => ({ status: 422, code: 40010001, message });

/** What is wrong with a transfer request from any sender. Messages are Alpaca's. */
export const refusalOfRequest = (request: TransferRequest): Refused | undefined => {
  const type = request.transfer_type.toLowerCase();
  const direction = request.direction.toUpperCase();
  if (type !== 'ach' && type !== 'wire') return invalid('transfer_type must be either ach or wire');
  if (direction !== 'INCOMING' && direction !== 'OUTGOING') {
    return invalid('direction must be either incoming or outgoing');
  }
  if (type === 'wire' && direction === 'INCOMING') {
    return invalid('cannot submit incoming wire transfer using this API');
  }
  // Banks for wires cannot be linked here, so that every wire lacks one.
  if (type === 'wire') return invalid('bank_id required for wire transfer');
  if (request.bank_id) return invalid('bank_id should be empty for ach transfer');
  if (!request.relationship_id) return invalid('invalid relationship_id');
  if (request.additional_information) {
    return invalid('only wire transfer type can provide additional information for the transfer');
  }
  const cents = centsOf(String(request.amount));
  return cents ? undefined : invalid('amount must be greater than 0.00');
};

export interface Limits {
  /** ACH transfers of an account in each direction and trading day. */
  readonly transfersPerDay: number;
  /** Of an account and trading day, both directions together. */
  readonly centsPerDay: number;
}

export interface Wanted {
  readonly direction: Direction;
  readonly cents: number;
  readonly tradingDay: string;
}

const forbidden = (message: string): Refused => ({ status: 403, code: 40310000, message });

const refusalOfAccount = (account: Account, direction: Direction): Refused | undefined => {
  const incoming = direction === 'INCOMING';
  const blocked = incoming ? account.incomingBlocked : account.outgoingBlocked;
  if (account.status === 'ACTIVE' && !account.transfersBlocked && !blocked) return undefined;
  return forbidden(`${incoming ? 'deposits' : 'withdrawals'} are not permitted for this account`);
};

/** What came to nothing takes up no limit. */
const counts = ({ status }: Transfer): boolean => status !== 'CANCELED' && status !== 'REJECTED';

const refusalOfLimits = (
  { direction, cents, tradingDay }: Wanted,
  transfers: readonly Transfer[],
  { transfersPerDay, centsPerDay }: Limits,
): Refused | undefined => {
  const today = transfers.filter((transfer) => transfer.tradingDay === tradingDay && counts(transfer));
  if (today.filter((transfer) => transfer.direction === direction).length >= transfersPerDay) {
    const message = `maximum number of ACH transfers allowed is ${transfersPerDay} per trading day in each direction`;
    return { status: 422, code: 42210000, message };
  }
  const total = today.reduce((sum, transfer) => sum + transfer.cents, cents);
  if (total <= centsPerDay) return undefined;
  const message = `maximum total daily transfer allowed is $${Math.floor(centsPerDay / 100)}`;
  return { status: 400, code: 40010001, message };
};

/** Why this account may not make this transfer now; undefined when it may. */
export const refusalOfTransfer = (
  wanted: Wanted,
  found: {
    readonly account: Account;
    readonly relationship: Relationship | undefined;
    readonly transfers: readonly Transfer[];
    readonly withdrawable: number;
  },
  limits: Limits,
): Refused | undefined => {
  const { account, relationship, transfers, withdrawable } = found;
  if (!relationship || !isActive(relationship)) return invalid('invalid relationship_id');
  const refusal = refusalOfAccount(account, wanted.direction) ?? refusalOfLimits(wanted, transfers, limits);
  if (refusal) return refusal;
  const short = wanted.direction === 'OUTGOING' && wanted.cents > withdrawable;
  return short ? forbidden('withdrawal amount must be less than or equal to cash_withdrawable') : undefined;
};
