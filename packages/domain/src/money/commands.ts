import type {
  BankAccountType,
  BankOwnerDecision,
  CashCause,
  HoldCause,
  TransferDecision,
  TransferDirection,
} from '@groundswell/contracts';
import type { Vote } from './proposals.js';

/** Checks before money may go to a bank that it did not come from. */
export interface SecondLook {
  /** The person just proved who they are, for this request only. */
  readonly proven: boolean;
  /** The bank account's owner has the account holder's name. */
  readonly ownerMatches: boolean;
  /** When withdrawals to it start, unless it is their first bank: ISO 8601; null for at once. */
  readonly withdrawableFrom: string | null;
}

/** Commands from the owner of a trading account. Ids and days are passed in; secrets are in the vault. */
export type OwnerCommand =
  | { type: 'RequestTradingAccount'; applicationId: string; agreementVersion: string }
  | {
      type: 'RequestBankLink';
      bankLinkId: string;
      accountType: BankAccountType;
      ending: string;
      /** The link to replace. Undefined for the first one. */
      replaces: string | undefined;
      look: SecondLook;
    }
  /** `proven`: with a second look. */
  | { type: 'RemoveBankLink'; bankLinkId: string; proven: boolean }
  /** Issued after someone signed in by mail alone or with a new address. Blocks withdrawals before `until`. */
  | { type: 'HoldWithdrawals'; until: string; cause: Exclude<HoldCause, 'new bank'> }
  | {
      type: 'RequestTransfer';
      transferId: string;
      bankLinkId: string;
      direction: TransferDirection;
      amount: string;
      tradingDay: string;
      expectedOn: string;
      /** ISO 8601. */
      now: string;
    }
  | { type: 'CancelTransfer'; transferId: string };

/**
 * Commands from the workers: what they learned from the broker or are about to do there. Times are the broker's, ISO
 * 8601.
 */
export type BrokerCommand =
  /** Refused if the application has ended: it must no longer be sent. */
  | { type: 'StartApplicationSubmission'; applicationId: string }
  | {
      type: 'RecordApplicationAccepted';
      applicationId: string;
      brokerAccountId: string;
      status: string;
      reportedAt: string;
    }
  | { type: 'RecordApplicationRefused'; applicationId: string; code: string }
  /** Late and repeated reports in any order lead to the same status. */
  | {
      type: 'ReportAccountStatus';
      status: string;
      /** Undefined when the report does not mention them. */
      findings: readonly string[] | undefined;
      reportedAt: string;
    }
  | { type: 'ReportAccountFindings'; findings: readonly string[]; reportedAt: string }
  /** Refused if the link has ended, so it is not sent anymore, and while another link is active at the broker. */
  | { type: 'StartBankLinkSubmission'; bankLinkId: string }
  | { type: 'RecordBankLinkAccepted'; bankLinkId: string; relationshipId: string; status: string }
  | { type: 'RecordBankLinkRefused'; bankLinkId: string; code: string }
  | {
      type: 'ReportBankLinkStatus';
      bankLinkId: string;
      status: string;
      reason: string | null;
      reportedAt: string;
    }
  | { type: 'RecordBankLinkRemoved'; bankLinkId: string }
  /** Refused (`SubmissionUnderWay`) while another transfer of the account is between its fence and its outcome. */
  | { type: 'StartTransferSubmission'; transferId: string; attempt: number }
  /** The log may have lost a fence: from here on the transfer's outcome counts as unknown. */
  | { type: 'DoubtTransfer'; transferId: string }
  /**
   * Only the worker that made the attempt can know this: nothing was sent, or the broker answered that it
   * accepted nothing.
   */
  | {
      type: 'RecordTransferNotMade';
      transferId: string;
      attempt: number;
      evidence: 'not sent' | 'not taken';
    }
  /** `listed`: its list shows one like it, and nothing else explains that one. Otherwise the broker answered with this id. */
  | {
      type: 'RecordTransferAccepted';
      transferId: string;
      brokerTransferId: string;
      status: string;
      listed?: true;
    }
  /** The broker refused this attempt; or nothing was sent since this attempt, and nothing will be. */
  | { type: 'RecordTransferRefused'; transferId: string; attempt: number; code: string }
  /** Looked for until nothing of the attempt could still be sent. The broker does not show it. */
  | { type: 'RecordTransferUnknown'; transferId: string; attempt: number }
  /**
   * A person's decision about such an attempt: the broker has confirmed that it made nothing, and will not.
   */
  | { type: 'ResolveTransferNotMade'; transferId: string; attempt: number }
  /** Late and repeated reports in any order lead to the same final state. */
  | {
      type: 'ReportTransferStatus';
      transferId: string;
      status: string;
      reason: string | null;
      heldUntil: string | null;
    }
  | { type: 'ReleaseTransfer'; transferId: string }
  /** The broker's cash while nothing was in progress on either side. */
  | { type: 'ReportCash'; brokerCash: string };

/** An operator's decision. `status` is the broker's status of a transfer that is adopted. */
type OperatorCommand =
  | ({ type: 'DecideTransfer'; decision: TransferDecision; status: string } & Vote)
  /** `cents` is the change of the cash in whole cents; negative to reduce it. */
  | ({ type: 'AdjustCash'; cents: bigint; cause: CashCause } & Vote)
  | ({ type: 'DecideBankOwner'; decision: BankOwnerDecision } & Vote);

export type TradingAccountCommand = OwnerCommand | BrokerCommand | OperatorCommand;
