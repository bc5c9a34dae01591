import type { Transfer } from '../state.js';

/** Limits per trading day. */
export interface TransferLimits {
  /** Number of transfers in each direction. */
  readonly transfersPerDay: number;
  /** Both directions combined. */
  readonly centsPerDay: bigint;
}

/** The broker's limits per account and trading day: one ACH transfer in each direction, and $50,000. */
export const usualLimits: TransferLimits = { transfersPerDay: 1, centsPerDay: 5_000_000n };

type Counted = Pick<Transfer, 'tradingDay' | 'status' | 'direction' | 'amount'>;

/** Failed transfers use up no limit. */
const counted = <T extends Counted>(transfers: Iterable<T>, day: string): T[] =>
  [...transfers].filter(
    ({ tradingDay, status }) => tradingDay === day && status !== 'canceled' && status !== 'refused',
  );

/** Transfers in one direction that count toward a trading day's limit. */
export const transfersOn = (
  transfers: Iterable<Counted>,
  day: string,
  direction: Transfer['direction'],
): number => counted(transfers, day).filter((transfer) => transfer.direction === direction).length;

/** Cents that may still be moved on a trading day. */
export const leftOn = (
  transfers: Iterable<Counted>,
  day: string,
  { centsPerDay }: TransferLimits = usualLimits,
): bigint => {
  const left = counted(transfers, day).reduce((rest, { amount }) => rest - amount, centsPerDay);
  return left > 0n ? left : 0n;
};
