import { type HoldEvent, type Refusal, refuse, type TradingAccountEvent } from '@groundswell/contracts';
import { momentText } from '../../calendar/day.js';
import type { Of, Outcome } from '../outcome.js';
import type { BankLink, TradingAccount } from '../state.js';

const [minute, day] = [60_000, 86_400_000];

/**
 * So many times 24 hours from now on, to the next full minute; null for none. Hours that go by, and not days of a calendar:
 * no weekend and no change of the clocks makes it shorter. ISO 8601.
 */
export const holdFrom = (now: Date, days: number): string | null =>
  days === 0 ? null : new Date(Math.ceil((now.getTime() + days * day) / minute) * minute).toISOString();

type Held = Pick<TradingAccount, 'heldUntil'>;

/** From when on a bank can be withdrawn to, as far as holds go: ISO 8601; undefined where it never had to wait. */
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

/** A hold is made longer, and never shorter. Where no bank was ever linked there is nothing to hold. */
export const decideHold = (
  { until, cause }: Of<'HoldWithdrawals'>,
  { bankLinks, heldUntil }: TradingAccount,
): Outcome => {
  const isLonger = heldUntil === undefined || Date.parse(until) > Date.parse(heldUntil);
  if (bankLinks.size === 0 || !isLonger) return [];
  const held: TradingAccountEvent = { type: 'WithdrawalsHeld', data: { bankLinkId: null, until, cause } };
  return [held];
};

/** The bank that it names, or all of them, wait until then. */
export const evolveHold = (
  account: TradingAccount,
  { data: { bankLinkId, until } }: HoldEvent,
): TradingAccount => {
  if (bankLinkId === null) return { ...account, heldUntil: until };
  const link = account.bankLinks.get(bankLinkId);
  if (!link) return account;
  return { ...account, bankLinks: new Map(account.bankLinks).set(bankLinkId, { ...link, heldUntil: until }) };
};
