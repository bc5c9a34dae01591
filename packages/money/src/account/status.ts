import type { TradingAccountStatus } from '@groundswell/contracts';
import type { Application, TradingAccount } from '../state.js';

/**
 * The broker's words for an account in the order of its usual life. Of two reports about the same moment the later word
 * holds, since a broker that takes no time to decide says several things at once.
 */
const words = new Map<string, TradingAccountStatus>([
  ['ONBOARDING', 'submitted'],
  ['SUBMITTED', 'submitted'],
  ['SUBMISSION_FAILED', 'submitted'],
  ['APPROVAL_PENDING', 'in_review'],
  ['ACTION_REQUIRED', 'action_required'],
  ['APPROVED', 'approved'],
  ['ACCOUNT_UPDATED', 'in_review'],
  ['ACTIVE', 'active'],
  ['REJECTED', 'declined'],
  ['DISABLED', 'closed'],
  ['ACCOUNT_CLOSED', 'closed'],
]);
const order = [...words.keys()];

export const isAccountWord = (word: string): boolean => words.has(word);

/** Where a word stands in the usual life of an account; -1 for one that is not known. */
export const rankOfAccountWord = (word: string | undefined): number =>
  word === undefined ? -1 : order.indexOf(word);

/** What a person is told of an account. An application that was refused can be mended and sent again. */
export const statusOfAccount = ({
  stage,
  brokerStatus,
}: {
  readonly stage: Application['stage'];
  readonly brokerStatus: string | undefined;
}): TradingAccountStatus => {
  if (stage === 'refused') return 'action_required';
  if (stage !== 'accepted') return 'requested';
  return (brokerStatus === undefined ? undefined : words.get(brokerStatus)) ?? 'submitted';
};

/** The application that somebody may still have to look at again; undefined once the account is open, or closed. */
export const unsettledApplication = ({
  application,
  brokerStatus,
}: Pick<TradingAccount, 'application' | 'brokerStatus'>): Application | undefined => {
  const status = application && statusOfAccount({ stage: application.stage, brokerStatus });
  return status === 'active' || status === 'closed' ? undefined : application;
};
