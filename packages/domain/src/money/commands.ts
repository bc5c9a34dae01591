import type {
  BankAccountType,
  BankOwnerDecision,
  CashCause,
  HoldCause,
  TransferDecision,
  TransferDirection,
} from '@groundswell/contracts';

/** Checks before money may go to a bank that it did not come from. */
export interface SecondLook {
  /** They proved just now, and for this alone, who they are. */
  readonly proven: boolean;
  /** The bank account's owner goes by the account holder's name. */
  readonly ownerMatches: boolean;
  /** When withdrawals to it start, unless it is their first bank: ISO 8601; null for at once. */
  readonly withdrawableFrom: string | null;
}

/** What a person asks of their trading account. Ids and days are handed in; secrets are in the vault. */
export type OwnerCommand =
  | { type: 'RequestTradingAccount'; applicationId: string; agreementVersion: string }
  | {
      type: 'RequestBankLink';
      bankLinkId: string;
      accountType: BankAccountType;
      ending: string;
      /** The link to be replaced; undefined for the first one. */
      replaces: string | undefined;
      look: SecondLook;
    }
  /** `proven`: with a second look. */
  | { type: 'RemoveBankLink'; bankLinkId: string; proven: boolean }
  /** After someone has come in by mail alone, or under another address: nothing is withdrawn before `until`. */
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

/** What the workers learn at the broker, or are about to do there. Times are the broker's, ISO 8601. */
export type BrokerCommand =
  /** Refused when the application is over: then it must not be sent any more. */
  | { type: 'StartApplicationSubmission'; applicationId: string }
  | {
      type: 'RecordApplicationAccepted';
      applicationId: string;
      brokerAccountId: string;
      status: string;
      reportedAt: string;
    }
  | { type: 'RecordApplicationRefused'; applicationId: string; code: string }
  /** Any order of late and repeated reports ends in the same status. */
  | {
      type: 'ReportAccountStatus';
      status: string;
      /** Undefined when the report does not mention them. */
      findings: readonly string[] | undefined;
      reportedAt: string;
    }
  | { type: 'ReportAccountFindings'; findings: readonly string[]; reportedAt: string }
  /** Refused when the link is over, so that it must not be sent any more, and while another one is active there. */
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
  | { type: 'RecordTransferAccepted'; transferId: string; brokerTransferId: string; status: string }
  /** The broker's no to this attempt; or nothing was sent since this attempt, and nothing will be. */
  | { type: 'RecordTransferRefused'; transferId: string; attempt: number; code: string }
  /** It was looked for until nothing of the attempt could be sent any more, and the broker does not show it. */
  | { type: 'RecordTransferUnknown'; transferId: string; attempt: number }
  /**
   * A person's decision about such an attempt: the broker has confirmed that it made nothing, and will not.
   */
  | { type: 'ResolveTransferNotMade'; transferId: string; attempt: number }
  /** Any order of late and repeated reports gives the same final state. */
  | {
      type: 'ReportTransferStatus';
      transferId: string;
      status: string;
      reason: string | null;
      heldUntil: string | null;
    }
  | { type: 'ReleaseTransfer'; transferId: string }
  /** The broker's cash while nothing was in progress, there or here. */
  | { type: 'ReportCash'; brokerCash: string };

/** An operator's decision. `status` is the broker's status of a transfer that is adopted. */
type OperatorCommand =
  | { type: 'DecideTransfer'; decision: TransferDecision; status: string; by: string }
  /** `cents` is what the cash becomes more, in whole cents; below zero what it becomes less. */
  | { type: 'AdjustCash'; cents: bigint; cause: CashCause; by: string }
  | { type: 'DecideBankOwner'; decision: BankOwnerDecision; by: string };

export type TradingAccountCommand = OwnerCommand | BrokerCommand | OperatorCommand;
