import type { BankLinkStatus } from '@groundswell/contracts';
import type { BankLink } from '../state.js';

/**
 * The broker's link statuses in the order in which they can follow each other: a later one is never taken
 * back.
 */
const words = new Map<string, BankLinkStatus>([
  ['QUEUED', 'pending'],
  ['PENDING', 'pending'],
  ['SENT_TO_CLEARING', 'pending'],
  ['APPROVED', 'approved'],
  ['REJECTED', 'refused'],
  ['CANCEL_REQUESTED', 'removed'],
  ['CANCEL_SENT', 'removed'],
  // The link still exists. Its removal is requested again before another link is created.
  ['CANCEL_FAILED', 'removed'],
  ['CANCELED', 'removed'],
]);
const order = [...words.keys()];

/** A status's place in that order; -1 for an unknown one, which is ignored. */
export const rankOfLinkWord = (word: string | undefined): number =>
  word === undefined ? -1 : order.indexOf(word);

/** The link status shown to a person. */
export const statusOfBankLink = ({
  stage,
  brokerStatus,
  replacedBy,
}: Pick<BankLink, 'stage' | 'brokerStatus' | 'replacedBy'>): BankLinkStatus => {
  if (stage === 'refused') return 'refused';
  if (stage === 'removing' || stage === 'removed') return replacedBy === undefined ? 'removed' : 'replaced';
  if (stage !== 'accepted') return 'requested';
  return (brokerStatus === undefined ? undefined : words.get(brokerStatus)) ?? 'pending';
};

/** Whether the person has this link: requested, pending, or approved. */
export const isOwned = (link: BankLink): boolean =>
  ['requested', 'pending', 'approved'].includes(statusOfBankLink(link));
