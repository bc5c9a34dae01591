import type { TransferEvent } from '@groundswell/contracts';
import type { TradingAccount, Transfer } from '../state.js';
import { isUnderWay } from '../transfer/status.js';

/**
 * The two accounts of a person's ledger: `cash` is their cash at the broker. `bank` is everything outside it that
 * money comes from and goes to: mainly banks, and what the broker itself charges and pays.
 */
export type LedgerAccount = 'cash' | 'bank';

/** What an event adds to one account, in whole cents; negative for what it takes. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly cents: bigint;
}

/** Money is neither created nor lost: what one account gains, the other loses. */
const moved = (cents: bigint): readonly Posting[] => [
  { account: 'cash', cents },
  { account: 'bank', cents: -cents },
];

/**
 * What a transfer's event moves; `transfer` is its state before the event. Money moves when a transfer
 * settles, and back when a settled one is returned. Besides transfers, only adjustments move money.
 */
export const postingsOf = (
  type: TransferEvent['type'],
  { direction, amount, settled }: Pick<Transfer, 'direction' | 'amount' | 'settled'>,
): readonly Posting[] => {
  const cents = direction === 'incoming' ? amount : -amount;
  if (type === 'TransferSettled') return settled ? [] : moved(cents);
  if (type === 'TransferReturned') return settled ? moved(-cents) : [];
  return [];
};

/** What an operators' adjustment moves; negative to reduce the cash. */
export const adjustmentPostings = (cents: number): readonly Posting[] => moved(BigInt(cents));

/** Sum of postings to one account. */
export const totalOf = (postings: Iterable<Posting>, account: LedgerAccount): bigint => {
  let total = 0n;
  for (const posting of postings) if (posting.account === account) total += posting.cents;
  return total;
};

/** A breakdown of cash, in cents. */
export interface Funds {
  readonly balance: bigint;
  /** Deposits in progress. */
  readonly pendingIn: bigint;
  /** Withdrawals in progress. */
  readonly pendingOut: bigint;
  /** Deposits that settled but may not be withdrawn yet. */
  readonly held: bigint;
  /** What may be withdrawn; never below zero. */
  readonly available: bigint;
}

type Moving = Pick<Transfer, 'direction' | 'amount' | 'status'>;

/** Part of the balance, but not yet withdrawable. */
const isHeld = ({ direction, status }: Moving): boolean => status === 'settled' && direction === 'incoming';

/** Held deposits by release time; those without a known time come last. */
export const heldOf = <Held extends Moving & Pick<Transfer, 'heldUntil'>>(
  transfers: Iterable<Held>,
): Held[] => {
  const until = ({ heldUntil }: Held): number =>
    heldUntil === undefined ? Number.POSITIVE_INFINITY : Date.parse(heldUntil);
  return [...transfers].filter(isHeld).sort((one, other) => (until(one) < until(other) ? -1 : 1));
};

/**
 * The parts of a balance. An outgoing withdrawal stays in the balance until it settles, so it is subtracted
 * from what can be withdrawn; an incoming deposit is not in the balance yet.
 * @param balance cents; negative after a return of money that was already withdrawn
 */
export const fundsOf = (balance: bigint, transfers: Iterable<Moving>): Funds => {
  let [pendingIn, pendingOut, held] = [0n, 0n, 0n];
  for (const transfer of transfers) {
    const { direction, amount } = transfer;
    if (isUnderWay(transfer)) {
      if (direction === 'incoming') pendingIn += amount;
      else pendingOut += amount;
    } else if (isHeld(transfer)) held += amount;
  }
  const rest = balance - pendingOut - held;
  return { balance, pendingIn, pendingOut, held, available: rest > 0n ? rest : 0n };
};

/** The ledger's cash, in cents. */
export const balanceOf = ({ cash }: Pick<TradingAccount, 'cash'>): bigint => cash;

/** What may be withdrawn, in cents. */
export const availableOf = ({ cash, transfers }: Pick<TradingAccount, 'cash' | 'transfers'>): bigint =>
  fundsOf(cash, transfers.values()).available;
