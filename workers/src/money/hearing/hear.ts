import type { AccountEvent, FundingEvent, Transfer as MadeTransfer } from '@groundswell/broker';
import { type BrokerCommand, statusOfTransfer, type TradingAccount } from '@groundswell/money';
import { findingsOf } from '../comparing/reports.js';

/** Statuses in which the broker still has findings that a person has to do with. */
const withFindings = new Set(['ACTION_REQUIRED', 'APPROVAL_PENDING', 'REJECTED', 'SUBMISSION_FAILED']);

/** What a message about an account says; it names what has changed alone. */
export const heardOfAccount = (event: AccountEvent, account: TradingAccount): BrokerCommand[] => {
  const { statusTo, kycResults, at } = event;
  if (statusTo === undefined && kycResults === undefined) return [];
  const status = statusTo ?? account.brokerStatus ?? '';
  const kept = withFindings.has(status) ? account.findings : [];
  const findings = kycResults ? findingsOf(kycResults) : kept;
  return [{ type: 'ReportAccountStatus', status, findings, reportedAt: at.toISOString() }];
};

/** The transfer that a message is about, if it is about one that the log knows. */
const transferOf = ({ entityType, entityId }: FundingEvent, { transfers }: TradingAccount) =>
  entityType === 'Transfer'
    ? [...transfers.values()].find(({ brokerTransferId }) => brokerTransferId === entityId)
    : undefined;

const linkOf = ({ entityType, entityId }: FundingEvent, { bankLinks }: TradingAccount) =>
  entityType === 'BankRelationship'
    ? [...bankLinks.values()].find(({ relationshipId }) => relationshipId === entityId)
    : undefined;

const isOurs = ({ entityType }: FundingEvent): boolean =>
  entityType === 'Transfer' || entityType === 'BankRelationship';

/** Whether a message is about a transfer or a link that the log does not know, or not yet. */
export const isUnknown = (event: FundingEvent, account: TradingAccount): boolean =>
  isOurs(event) && !transferOf(event, account) && !linkOf(event, account);

/** Whether it has to be read when the money may be withdrawn: the messages do not say. */
export const needsHold = (event: FundingEvent, account: TradingAccount): boolean => {
  const transfer = transferOf(event, account);
  return (
    transfer?.direction === 'incoming' && statusOfTransfer(event.statusTo) === 'settled' && !transfer.settled
  );
};

/** What a message about a transfer or a link says. @param list the account's transfers, where they had to be read */
export const heardOfFunding = (
  event: FundingEvent,
  account: TradingAccount,
  list: readonly MadeTransfer[],
): BrokerCommand[] => {
  const { statusTo: status, entityId, at } = event;
  const reason = event.reason ?? null;
  const transfer = transferOf(event, account);
  if (transfer) {
    const heldUntil = list.find(({ id }) => id === entityId)?.holdUntil?.toISOString() ?? null;
    return [{ type: 'ReportTransferStatus', transferId: transfer.id, status, reason, heldUntil }];
  }
  const link = linkOf(event, account);
  if (!link) return [];
  return [
    { type: 'ReportBankLinkStatus', bankLinkId: link.id, status, reason, reportedAt: at.toISOString() },
  ];
};
