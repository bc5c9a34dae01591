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
    /** Version of the text that was agreed to; time and address of it are in the vault. */
    agreementVersion: z.string(),
  }),
  /** The fence: from here on the broker may have it. */
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
    /** When it became so, by the broker's clock; ISO 8601. */
    reportedAt: z.string(),
  }),
} as const;

/** An operator's decision about a bank account whose owner's name differs from the account holder's. */
const ownerDecisionSchema = z.object({ bankLinkId: z.string(), decision: z.enum(['accept', 'refuse']) });
export type BankOwnerDecision = z.infer<typeof ownerDecisionSchema>;
const ownerDecisionByOperator = ownerDecisionSchema.extend({ by: z.string() });

const bankLinkSchemas = {
  BankLinkRequested: z.object({
    bankLinkId: z.string(),
    accountType: z.enum(bankAccountTypes),
    /** The last four digits, for people to recognise it by. */
    ending: z.string(),
    /** The link that this one replaces. */
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
  /** Gone at the broker, too, unless it refused permanently to end it. */
  BankLinkRemoved: z.object({ bankLinkId: z.string() }),
  /** The name of the bank account's owner is not the account holder's. Both are in the vault. */
  BankOwnerQuestioned: z.object({ bankLinkId: z.string() }),
  /** One operator's proposal, which has no effect alone. */
  BankOwnerDecisionProposed: ownerDecisionByOperator,
  /** A second operator agreed. A link whose owner is refused is removed by the events that follow. */
  BankOwnerDecisionConfirmed: ownerDecisionByOperator,
} as const;

const holdSchemas = {
  /** Nothing is withdrawn before `until`: to one bank, or, where none is named, to any. */
  WithdrawalsHeld: z.object({
    bankLinkId: z.string().nullable(),
    /** ISO 8601, on a full minute, so that it can be shown exactly. */
    until: z.string(),
    cause: z.enum(holdCauses),
  }),
} as const;

const decisionSchema = z.object({
  /** The broker has it under an id; it made nothing and will not; it took it, and moved no money permanently. */
  kind: z.enum(['adopt', 'not made', 'voided']),
  transferId: z.string(),
  attempt: z.number().int().nonnegative(),
  brokerTransferId: z.string().optional(),
});

/** What operators decide about a transfer, after they asked the broker. */
export type TransferDecision = z.infer<typeof decisionSchema>;

/** `by` is the operator's handle, which names no one. */
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
  /** How the attempt is known to have made nothing. `not listed` is in old logs alone, and proves nothing. */
  'TransferSubmissionFailed.v2': z.object({
    transferId: z.string(),
    attempt: z.number().int().positive(),
    evidence: z.enum(['not sent', 'not taken', 'not listed']),
  }),
  /** The time of the attempt is over, and no one knows what became of it. Nothing of it can be sent any more. */
  TransferOutcomeUnknown: z.object({ transferId: z.string(), attempt: z.number().int().positive() }),
  TransferAccepted: z.object({ transferId: z.string(), brokerTransferId: z.string(), status: z.string() }),
  TransferRefused: z.object({ transferId: z.string(), code: z.string() }),
  /** One operator's proposal, which has no effect alone. */
  TransferDecisionProposed: byOperator,
  /** A second operator agreed; the events that follow show the result. */
  TransferDecisionConfirmed: byOperator,
  TransferCancellationRequested: z.object({ transferId: z.string() }),
  /** On its way between the bank and the account. */
  TransferSent: z.object({ transferId: z.string() }),
  /** The money has moved. It may be withdrawn once it is released. */
  TransferSettled: z.object({ transferId: z.string(), heldUntil: z.string().nullable() }),
  TransferReleased: z.object({ transferId: z.string() }),
  /** Canceled as its owner asked, or by the broker itself: then the reason is the broker's, where it gave one. */
  'TransferCanceled.v2': z.object({ transferId: z.string(), reason: z.string().nullable() }),
  TransferRejected: z.object({ transferId: z.string(), reason: z.string().nullable() }),
  /** Sent back by the bank. Of one that had settled, the money moves back, too. */
  TransferReturned: z.object({ transferId: z.string(), reason: z.string().nullable() }),
} as const;

const adjustmentSchema = z.object({
  /** Whole cents that the cash becomes more; below zero what it becomes less. */
  cents: z.int(),
  cause: z.enum(cashCauses),
  /** The difference that it closes. */
  brokerCash: moneySchema,
  ledgerCash: moneySchema,
  /** The operator's handle, which names no one. */
  by: z.string(),
});

const reconciliationSchemas = {
  /** With nothing in progress, the broker's cash was another than the ledger's. */
  CashDifferenceFound: z.object({ brokerCash: moneySchema, ledgerCash: moneySchema }),
  CashDifferenceResolved: z.object({ cash: moneySchema }),
  /** One operator's proposal, which has no effect alone. */
  CashAdjustmentProposed: adjustmentSchema,
  /** Another operator decided the same: from here on the ledger has it. */
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
