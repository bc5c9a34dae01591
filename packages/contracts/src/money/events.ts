import { z } from 'zod';
import type { EventsOf } from '../event.js';
import { moneySchema } from './amount.js';
import { bankAccountTypes, cashCauses, holdCauses, transferDirections } from './statuses.js';

/**
 * Events of one person's trading account, its bank links and its transfers: one stream, `tradingAccount-<user
 * id>`, so that the rules across them hold (one active link, one submission at a time, no more out than there
 * is). Names, addresses, numbers and disclosures are in the vault. Broker statuses are stored as the broker
 * names them.
 */
const accountSchemas = {
  TradingAccountRequested: z.object({
    applicationId: z.string(),
    /** Version of the agreed text; the time and IP address of the agreement are in the vault. */
    agreementVersion: z.string(),
  }),
  /** The fence: from here on the broker may have the application. */
  ApplicationSubmissionStarted: z.object({ applicationId: z.string() }),
  'ApplicationAccepted.v2': z.object({
    applicationId: z.string(),
    brokerAccountId: z.string(),
    status: z.string(),
    /** When it was so, by the broker's clock; ISO 8601. Null for an old event without it. */
    reportedAt: z.string().nullable(),
  }),
  /** The broker refuses it as it is; `code` tells what a person can correct. */
  ApplicationRefused: z.object({ applicationId: z.string(), code: z.string() }),
  AccountStatusReported: z.object({
    status: z.string(),
    /** Codes of the broker's findings or requirements, such as `TAX_IDENTIFICATION`. */
    findings: z.array(z.string()),
    /** When the status changed, by the broker's clock; ISO 8601. */
    reportedAt: z.string(),
  }),
} as const;

/** An operator's decision about a bank account whose owner's name differs from the account holder's. */
const ownerDecisionSchema = z.object({ bankLinkId: z.string(), decision: z.enum(['accept', 'refuse']) });
export type BankOwnerDecision = z.infer<typeof ownerDecisionSchema>;
const ownerDecisionByOperator = ownerDecisionSchema.extend({ by: z.string() });

/** When a proposal can no longer be confirmed: ISO 8601. Null in an old event, made before proposals had an end. */
const proposed = { until: z.string().nullable() };

const bankLinkSchemas = {
  BankLinkRequested: z.object({
    bankLinkId: z.string(),
    accountType: z.enum(bankAccountTypes),
    /** Last four digits, so that people recognize it. */
    ending: z.string(),
    /** The link this one replaces. */
    replaces: z.string().nullable(),
  }),
  BankLinkSubmissionStarted: z.object({ bankLinkId: z.string() }),
  BankLinkAccepted: z.object({ bankLinkId: z.string(), relationshipId: z.string(), status: z.string() }),
  BankLinkRefused: z.object({ bankLinkId: z.string(), code: z.string() }),
  BankLinkStatusReported: z.object({
    bankLinkId: z.string(),
    status: z.string(),
    reason: z.string().nullable(),
    reportedAt: z.string(),
  }),
  BankLinkRemovalRequested: z.object({ bankLinkId: z.string() }),
  /** Removed at the broker as well, unless it permanently refused to end the link. */
  BankLinkRemoved: z.object({ bankLinkId: z.string() }),
  /** The bank account owner's name differs from the account holder's. Both names are in the vault. */
  BankOwnerQuestioned: z.object({ bankLinkId: z.string() }),
  /** One operator's proposal, which has no effect alone. */
  'BankOwnerDecisionProposed.v2': ownerDecisionByOperator.extend(proposed),
  /** A second operator agreed. A link whose owner is refused is removed by the events that follow. */
  BankOwnerDecisionConfirmed: ownerDecisionByOperator,
} as const;

const holdSchemas = {
  /** No withdrawals before `until`: to one bank, or to any when none is named. */
  WithdrawalsHeld: z.object({
    bankLinkId: z.string().nullable(),
    /** ISO 8601, on a full minute, so that it can be shown exactly. */
    until: z.string(),
    cause: z.enum(holdCauses),
  }),
} as const;

const decisionSchema = z.object({
  /**
   * `adopt`: the broker has it under an id. `not made`: the broker has not created it and will not. `voided`: the
   * broker accepted it but will never move money for it. `moved`: the broker has moved its money, and does not
   * show it.
   */
  kind: z.enum(['adopt', 'not made', 'voided', 'moved']),
  transferId: z.string(),
  attempt: z.number().int().nonnegative(),
  brokerTransferId: z.string().optional(),
});

/** An operators' decision on a transfer, made after asking the broker. */
export type TransferDecision = z.infer<typeof decisionSchema>;

/** `by` is the operator's handle, which identifies no person. */
const byOperator = decisionSchema.extend({ by: z.string() });

const transferSchemas = {
  TransferRequested: z.object({
    transferId: z.string(),
    bankLinkId: z.string(),
    direction: z.enum(transferDirections),
    amount: moneySchema,
    /** The day in New York against whose limits it counts. */
    tradingDay: z.iso.date(),
    /** When the money should have arrived, as shown at the time. */
    expectedOn: z.iso.date(),
  }),
  /** The fence: from here on the broker may have it, until the outcome of this attempt is known. */
  TransferSubmissionStarted: z.object({ transferId: z.string(), attempt: z.number().int().positive() }),
  /** Evidence that the attempt created nothing. `not listed` appears only in old logs and proves nothing. */
  'TransferSubmissionFailed.v2': z.object({
    transferId: z.string(),
    attempt: z.number().int().positive(),
    evidence: z.enum(['not sent', 'not taken', 'not listed']),
  }),
  /** The attempt's time is up and its outcome is unknown. None of it can be sent any more. */
  TransferOutcomeUnknown: z.object({ transferId: z.string(), attempt: z.number().int().positive() }),
  /**
   * Its attempt was not answered, and the broker's list shows one like it: that one counts as this transfer, and may be
   * someone else's.
   */
  TransferMatched: z.object({ transferId: z.string(), brokerTransferId: z.string() }),
  /**
   * That one moved no money, after this transfer had ended here: it does not count as this transfer any more, which the
   * broker may still carry out.
   */
  TransferUnmatched: z.object({ transferId: z.string(), brokerTransferId: z.string() }),
  TransferAccepted: z.object({ transferId: z.string(), brokerTransferId: z.string(), status: z.string() }),
  TransferRefused: z.object({ transferId: z.string(), code: z.string() }),
  /** One operator's proposal, which has no effect alone. */
  'TransferDecisionProposed.v2': byOperator.extend(proposed),
  /** A second operator agreed; the events that follow show the result. */
  'TransferDecisionConfirmed.v2': byOperator,
  TransferCancellationRequested: z.object({ transferId: z.string() }),
  /** In transit between the bank and the account. */
  TransferSent: z.object({ transferId: z.string() }),
  /** The money has moved. It can be withdrawn once released. */
  TransferSettled: z.object({ transferId: z.string(), heldUntil: z.string().nullable() }),
  TransferReleased: z.object({ transferId: z.string() }),
  /** Canceled by its owner or by the broker; in the latter case with the broker's reason, if it gave one. */
  'TransferCanceled.v2': z.object({ transferId: z.string(), reason: z.string().nullable() }),
  TransferRejected: z.object({ transferId: z.string(), reason: z.string().nullable() }),
  /** Returned by the bank. If it had settled, the money moves back as well. */
  TransferReturned: z.object({ transferId: z.string(), reason: z.string().nullable() }),
} as const;

const adjustmentSchema = z.object({
  /** Whole cents added to the cash; negative when subtracted. */
  cents: z.int(),
  cause: z.enum(cashCauses),
  /** The difference that the adjustment closes. */
  brokerCash: moneySchema,
  ledgerCash: moneySchema,
  /** The operator's handle, which identifies no person. */
  by: z.string(),
});

const reconciliationSchemas = {
  /** With nothing in progress, the broker's cash differed from the ledger's. */
  CashDifferenceFound: z.object({ brokerCash: moneySchema, ledgerCash: moneySchema }),
  CashDifferenceResolved: z.object({ cash: moneySchema }),
  /** One operator's proposal, which has no effect alone. */
  'CashAdjustmentProposed.v2': adjustmentSchema.extend(proposed),
  /** Another operator confirmed it: the ledger includes it from here on. */
  CashAdjusted: adjustmentSchema,
} as const;

export const tradingAccountEventSchemas = {
  ...accountSchemas,
  ...bankLinkSchemas,
  ...holdSchemas,
  ...transferSchemas,
  ...reconciliationSchemas,
} as const;

export type AccountEvent = EventsOf<typeof accountSchemas>;
export type BankLinkEvent = EventsOf<typeof bankLinkSchemas>;
export type HoldEvent = EventsOf<typeof holdSchemas>;
export type TransferEvent = EventsOf<typeof transferSchemas>;
export type ReconciliationEvent = EventsOf<typeof reconciliationSchemas>;
export type TradingAccountEvent = EventsOf<typeof tradingAccountEventSchemas>;
