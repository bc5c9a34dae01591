/** A trading account as a person is told of it. */
export const tradingAccountStatuses = [
  /** Asked for here; the broker has not taken it yet. */
  'requested',
  /** The broker has the application. */
  'submitted',
  'in_review',
  /** The broker needs something from the person. */
  'action_required',
  'approved',
  /** Ready: money can move. */
  'active',
  /** It was active; the broker looks at it again, as after a change of data, and no money moves meanwhile. */
  'under_review',
  /** It was active; no money moves until the person gives the broker what it needs. */
  'restricted',
  'declined',
  'closed',
] as const;
export type TradingAccountStatus = (typeof tradingAccountStatuses)[number];

/** A bank link as a person is told of it. */
export const bankLinkStatuses = [
  'requested',
  'pending',
  'approved',
  'refused',
  'replaced',
  'removed',
] as const;
export type BankLinkStatus = (typeof bankLinkStatuses)[number];

/**
 * A transfer as a person is told of it. It only ever moves to the right: `returned` may follow even `available`, for up
 * to sixty days.
 */
export const transferStatuses = [
  'requested',
  'sent',
  'settled',
  'available',
  'refused',
  'canceled',
  'returned',
] as const;
export type TransferStatus = (typeof transferStatuses)[number];

export const transferDirections = ['incoming', 'outgoing'] as const;
export type TransferDirection = (typeof transferDirections)[number];

export const bankAccountTypes = ['checking', 'savings'] as const;
export type BankAccountType = (typeof bankAccountTypes)[number];

/**
 * Why cash has changed without a transfer of ours: the broker charged something, or paid something; money moved at the
 * broker that no one here asked for, and that stays; or the broker had made a mistake, and has said so.
 */
export const cashCauses = ['fee', 'dividend', 'interest', 'transfer', 'correction'] as const;
export type CashCause = (typeof cashCauses)[number];

/** Why nothing can be withdrawn for a time. */
export const holdCauses = ['new bank', 'email changed', 'password reset'] as const;
export type HoldCause = (typeof holdCauses)[number];
