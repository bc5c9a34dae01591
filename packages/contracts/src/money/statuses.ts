/** Statuses of a trading account as shown to a person. */
export const tradingAccountStatuses = [
  /** Requested here; the broker has not accepted it yet. */
  'requested',
  /** The broker has the application. */
  'submitted',
  'in_review',
  /** The broker needs something from the person. */
  'action_required',
  'approved',
  /** Ready: money can move. */
  'active',
  /** It was active; the broker reviews it again, as after a change of data, and no money moves meanwhile. */
  'under_review',
  /** Was active; no money moves until the person gives the broker what it needs. */
  'restricted',
  'declined',
  'closed',
] as const;
export type TradingAccountStatus = (typeof tradingAccountStatuses)[number];

/** Statuses of a bank link as shown to a person. */
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
 * Statuses of a transfer as shown to a person. It only moves to the right: `returned` may follow even
 * `available`, for up to sixty days.
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
 * Why cash changed without a transfer of ours: the broker charged or paid something; money moved at the
 * broker without a request from here, and stays; or the broker corrected a mistake.
 */
export const cashCauses = ['fee', 'dividend', 'interest', 'transfer', 'correction'] as const;
export type CashCause = (typeof cashCauses)[number];

/** Why withdrawals are temporarily held. */
export const holdCauses = ['new bank', 'email changed', 'password reset'] as const;
export type HoldCause = (typeof holdCauses)[number];
