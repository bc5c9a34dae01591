import type { BankAccountType, TransferDirection } from '@groundswell/contracts';

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
    }
  | { type: 'RemoveBankLink'; bankLinkId: string }
  | {
      type: 'RequestTransfer';
      transferId: string;
      bankLinkId: string;
      direction: TransferDirection;
      amount: string;
      tradingDay: string;
      expectedOn: string;
    }
  | { type: 'CancelTransfer'; transferId: string };

/** What the workers learn at the broker, or are about to do there. Times are the broker's, ISO 8601. */
export type BrokerCommand =
  /** Refused when the application is over: then it must not be sent any more. */
  | { type: 'StartApplicationSubmission'; applicationId: string }
  | { type: 'RecordApplicationAccepted'; applicationId: string; brokerAccountId: string; status: string }
  | { type: 'RecordApplicationRefused'; applicationId: string; code: string }
  /** Any order of late and repeated reports ends in the same status. */
  | {
      type: 'ReportAccountStatus';
      status: string;
      /** Undefined when nothing was said of them. */
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
  | { type: 'StartTransferSubmission'; transferId: string }
  /** Certain: the last attempt made nothing. It may be started again. */
  | { type: 'RecordTransferNotMade'; transferId: string }
  | { type: 'RecordTransferAccepted'; transferId: string; brokerTransferId: string; status: string }
  | { type: 'RecordTransferRefused'; transferId: string; code: string }
  /** Any order of late and repeated reports gives the same final state. */
  | {
      type: 'ReportTransferStatus';
      transferId: string;
      status: string;
      reason: string | null;
      heldUntil: string | null;
    }
  | { type: 'ReleaseTransfer'; transferId: string }
  /** The broker's cash while nothing was under way, there or here. */
  | { type: 'ReportCash'; brokerCash: string };

export type TradingAccountCommand = OwnerCommand | BrokerCommand;
