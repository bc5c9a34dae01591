import { type BankLinkStatus, brokerRefusalMessage } from '@groundswell/contracts';
import type { ResponseFor } from '../../api/endpoints.js';
import { momentText } from '../../components/figures/format.js';

export type BankLink = ResponseFor<'getAchMethods'>[number];

/** A bank link's status as text. */
export const statusText: Readonly<Record<BankLinkStatus, string>> = {
  requested: 'Being sent to the broker',
  pending: 'Waiting for your bank to confirm',
  approved: 'Linked',
  refused: 'Not linked',
  replaced: 'Replaced',
  removed: 'Removed',
};

/** Whether the link exists, or is being made: there is only one at a time. */
export const isCurrent = ({ status }: BankLink): boolean =>
  status === 'requested' || status === 'pending' || status === 'approved';

/** The present link, and earlier ones. A refused one counts as present until another replaces it. */
export const sorted = (links: readonly BankLink[]) => {
  const current = links.find(isCurrent) ?? links.find(({ status }) => status === 'refused');
  return { current, earlier: links.filter((link) => link !== current) };
};

/** Why it was refused and what to do: our codes have their own text, anything else is the bank's. */
export const refusalText = (reason: string | null): string =>
  reason && /\s/.test(reason)
    ? `Your bank said: ${reason}. Check the numbers, and make sure the account is in your name.`
    : brokerRefusalMessage(reason ?? 'BankLinkRefused');

/** Why money cannot be withdrawn to a bank that is linked or about to be. @param now current time of the page */
export const waitingText = (link: BankLink, now: Date): string[] => {
  if (!isCurrent(link)) return [];
  const { withdrawable_from: from, owner_in_question } = link;
  const told = from !== null && Date.parse(from) > now.getTime() ? `${momentText(from)} ET` : undefined;
  if (owner_in_question)
    return [
      'The name on this bank account doesn’t match your trading account. You can’t withdraw to this bank until we’ve checked it.',
      ...(told ? [`Once we’ve accepted it, you can withdraw from ${told} at the earliest.`] : []),
    ];
  return told ? [`You can withdraw to this bank from ${told}. Deposits aren’t affected.`] : [];
};
