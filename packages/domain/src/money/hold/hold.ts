import { type HoldEvent, type Refusal, refuse, type TradingAccountEvent } from '@groundswell/contracts';
import { momentText } from '../../calendar/day.js';
import { isAhead } from '../../clock/clock.js';
import type { Of, Outcome } from '../outcome.js';
import type { BankLink, TradingAccount } from '../state.js';

const [minute, day] = [60_000, 86_400_000];

/**
 * The instant a number of 24-hour days from now, rounded up to the minute; null for none. Elapsed hours
 * rather than calendar days, so that no weekend and no clock change shortens it. ISO 8601.
 */
export const holdFrom = (now: Date, days: number): string | null =>
  days === 0 ? null : new Date(Math.ceil((now.getTime() + days * day) / minute) * minute).toISOString();

type Held = Pick<TradingAccount, 'heldUntil'>;

/** When withdrawals to a bank start, as far as holds go: ISO 8601; undefined if it never had to wait. */
export const withdrawableFrom = (account: Held, link: Pick<BankLink, 'heldUntil'>): string | undefined =>
  [account.heldUntil, link.heldUntil]
    .filter((until) => until !== undefined)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);

/** @param now ISO 8601 */
export const refusedWhileHeld = (account: Held, link: BankLink, now: string): Refusal | undefined => {
  const from = withdrawableFrom(account, link);
  return from === undefined || Date.parse(now) >= Date.parse(from)
    ? undefined
    : refuse('WithdrawalsHeld', `You can withdraw to this bank from ${momentText(new Date(from))}.`);
};

/**
 * A hold can be extended, never shortened. One that ends well after a new one was noted by a clock that was ahead, or when holds were
 * longer: the new one replaces it. Without any linked bank there is nothing to hold.
 */
export const decideHold = (
  { until, cause }: Of<'HoldWithdrawals'>,
  { bankLinks, heldUntil }: TradingAccount,
): Outcome => {
  const stands =
    heldUntil !== undefined && Date.parse(heldUntil) >= Date.parse(until) && !isAhead(heldUntil, until);
  if (bankLinks.size === 0 || stands) return [];
  const held: TradingAccountEvent = { type: 'WithdrawalsHeld', data: { bankLinkId: null, until, cause } };
  return [held];
};

/** Applies to the bank that the event names, or to all. */
export const evolveHold = (
  account: TradingAccount,
  { data: { bankLinkId, until } }: HoldEvent,
): TradingAccount => {
  if (bankLinkId === null) return { ...account, heldUntil: until };
  const link = account.bankLinks.get(bankLinkId);
  if (!link) return account;
  return { ...account, bankLinks: new Map(account.bankLinks).set(bankLinkId, { ...link, heldUntil: until }) };
};
