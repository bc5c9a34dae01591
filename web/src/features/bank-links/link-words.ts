import type { BankLinkStatus } from '@groundswell/contracts';
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

/** What to do about a refusal. The broker's words come first, where it has some. */
export const refusalText = (reason: string | null): string => {
  const advice =
    'Check the routing and account number against a check or your bank’s site, and that the account is in your own name.';
  return reason && /\s/.test(reason) ? `The bank said: ${reason}. ${advice}` : advice;
};
