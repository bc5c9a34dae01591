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

/** Whether the broker's word is one of Alpaca's (Broker API, `AccountStatus`) that means anything to us. */
export const isAccountWord = (word: string): boolean => words.has(word);

/** Where a word is in the usual life of an account; -1 for one that is not known. */
export const rankOfAccountWord = (word: string | undefined): number =>
  word === undefined ? -1 : order.indexOf(word);

/** What the broker's word says of an account that the broker has and that was not active yet. */
export const statusOfAccountWord = (word: string): TradingAccountStatus => words.get(word) ?? 'submitted';

/** What the same words say of an account that was active: it is no application again, and is not declined any more. */
const onceActive: Readonly<Partial<Record<TradingAccountStatus, TradingAccountStatus>>> = {
  submitted: 'under_review',
  in_review: 'under_review',
  approved: 'under_review',
  action_required: 'restricted',
  declined: 'closed',
};

/** What a person is told of an account. An application that was refused can be fixed and sent again. */
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

/** The same of whatever is known of a person's account; undefined before anyone applied. */
export const statusOfTradingAccount = ({
  application,
  brokerStatus,
  wasActive,
}: Pick<TradingAccount, 'application' | 'brokerStatus' | 'wasActive'>): TradingAccountStatus | undefined =>
  application && statusOfAccount({ stage: application.stage, brokerStatus, wasActive });

/** The application that someone may still have to look at again; undefined once the account was open, or is closed. */
export const unsettledApplication = (
  account: Pick<TradingAccount, 'application' | 'brokerStatus' | 'wasActive'>,
): Application | undefined =>
  account.wasActive || statusOfTradingAccount(account) === 'closed' ? undefined : account.application;
