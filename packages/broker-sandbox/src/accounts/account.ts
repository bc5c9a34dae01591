import type { KeptApplication } from './application.js';

export type AccountStatus =
  | 'ONBOARDING'
  | 'SUBMITTED'
  | 'SUBMISSION_FAILED'
  | 'ACTION_REQUIRED'
  | 'ACCOUNT_UPDATED'
  | 'APPROVAL_PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'ACTIVE'
  | 'ACCOUNT_CLOSED';

/** Why a person's identity was not accepted: code to note, as `kyc_results` has them. */
export interface KycResults {
  readonly reject: Readonly<Record<string, object>>;
  readonly accept: Readonly<Record<string, object>>;
  readonly indeterminate: Readonly<Record<string, object>>;
  readonly additional_information?: string;
  readonly summary: 'pass' | 'fail';
}

export interface Account {
  readonly id: string;
  readonly number: string;
  /** Key id of the partner who opened it; to everyone else it does not exist. */
  readonly owner: string;
  readonly status: AccountStatus;
  /** Milliseconds since 1970, here and wherever a field ends in `At`. */
  readonly openedAt: number;
  /** When `status` became what it is. */
  readonly statusAt: number;
  readonly tradingBlocked: boolean;
  readonly transfersBlocked: boolean;
  readonly incomingBlocked: boolean;
  readonly outgoingBlocked: boolean;
  readonly kycResults: KycResults | undefined;
  /** Where the review was asked to end, instead of where it would. */
  readonly fixture: AccountStatus | undefined;
  readonly application: KeptApplication;
}

const timeText = (at: number): string => new Date(at).toISOString();

/** What `POST /v1/accounts` answers. The tax id is not kept, so it cannot be echoed. */
export const bodyOfAccount = (account: Account, lastEquity: string) => ({
  id: account.id,
  account_number: account.number,
  status: account.status,
  crypto_status: 'INACTIVE',
  currency: 'USD',
  last_equity: lastEquity,
  created_at: timeText(account.openedAt),
  account_type: 'trading',
  ...account.application,
});

/** What the reading calls answer: the same and the outcome of the review. */
export const extendedBodyOfAccount = (account: Account, lastEquity: string) => ({
  ...bodyOfAccount(account, lastEquity),
  ...(account.kycResults && { kyc_results: account.kycResults }),
});
