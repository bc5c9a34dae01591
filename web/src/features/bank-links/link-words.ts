import { type BankLinkStatus, brokerRefusalMessage } from '@groundswell/contracts';
import type { ResponseFor } from '../../api/endpoints.js';

export type BankLink = ResponseFor<'getAchMethods'>[number];

/** A bank link's status in plain words. */
export const statusText: Readonly<Record<BankLinkStatus, string>> = {
  requested: 'On its way to the broker',
  pending: 'Being confirmed by your bank',
  approved: 'Linked',
  refused: 'Not linked',
  replaced: 'Replaced',
  removed: 'Removed',
};

/** Whether the link is there, or about to be: there is one of these at a time. */
export const isCurrent = ({ status }: BankLink): boolean =>
  status === 'requested' || status === 'pending' || status === 'approved';

/** The link that counts, and those that were before it. A refused one counts until another takes its place. */
export const sorted = (links: readonly BankLink[]) => {
  const current = links.find(isCurrent) ?? links.find(({ status }) => status === 'refused');
  return { current, earlier: links.filter((link) => link !== current) };
};

/** Why it was refused and what to do: a code of ours is told in its words, anything else is the bank's own. */
export const refusalText = (reason: string | null): string =>
  reason && /\s/.test(reason)
    ? `The bank said: ${reason}. Check the numbers, and that the account is in your own name.`
    : brokerRefusalMessage(reason ?? 'BankLinkRefused');
