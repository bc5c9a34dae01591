import type { TradingAccountStatus } from '@groundswell/contracts';
import type { Application, TradingAccount } from '../state.js';

/**
 * The broker's account statuses in the order of a usual account's life. Of two reports about the same moment
 * the later status counts, since a broker that decides instantly reports several at once.
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

/** Whether a status is one of Alpaca's (Broker API, `AccountStatus`) that we interpret. */
export const isAccountWord = (word: string): boolean => words.has(word);

/** Where a status is in the usual life of an account; -1 for an unknown one. */
export const rankOfAccountWord = (word: string | undefined): number =>
  word === undefined ? -1 : order.indexOf(word);

/** Our status for an account that exists at the broker and was not active yet. */
export const statusOfAccountWord = (word: string): TradingAccountStatus => words.get(word) ?? 'submitted';

/**
 * The same broker statuses for an account that was once active: it is no longer an application, and cannot be
 * declined.
 */
const onceActive: Readonly<Partial<Record<TradingAccountStatus, TradingAccountStatus>>> = {
  submitted: 'under_review',
  in_review: 'under_review',
  approved: 'under_review',
  action_required: 'restricted',
  declined: 'closed',
};

/** The account status shown to a person. A refused application can be corrected and sent again. */
export const statusOfAccount = ({
  stage,
  brokerStatus,
  wasActive,
}: { readonly stage: Application['stage'] } & Pick<
  TradingAccount,
  'brokerStatus' | 'wasActive'
>): TradingAccountStatus => {
  if (stage === 'refused') return 'action_required';
  if (stage !== 'accepted') return 'requested';
  const status = brokerStatus === undefined ? 'submitted' : statusOfAccountWord(brokerStatus);
  return (wasActive ? onceActive[status] : undefined) ?? status;
};

/** The status shown to a person, from what is known of their account. Undefined before an application. */
export const statusOfTradingAccount = ({
  application,
  brokerStatus,
  wasActive,
}: Pick<TradingAccount, 'application' | 'brokerStatus' | 'wasActive'>): TradingAccountStatus | undefined =>
  application && statusOfAccount({ stage: application.stage, brokerStatus, wasActive });

/** The application that may still need a review; undefined once the account was open, or is closed. */
export const unsettledApplication = (
  account: Pick<TradingAccount, 'application' | 'brokerStatus' | 'wasActive'>,
): Application | undefined =>
  account.wasActive || statusOfTradingAccount(account) === 'closed' ? undefined : account.application;

/** Whether a person may send an application: the first one, or another after the broker refused the last one. */
export const mayApply = ({ application }: Pick<TradingAccount, 'application'>): boolean =>
  application === undefined || application.stage === 'refused';
