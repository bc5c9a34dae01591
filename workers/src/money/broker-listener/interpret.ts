import type { AccountEvent, FundingEvent, Transfer as MadeTransfer } from '@groundswell/broker';
import type { TransferStatus } from '@groundswell/contracts';
import {
  type BrokerCommand,
  isUnderWay,
  statusOfTransfer,
  type TradingAccount,
} from '@groundswell/domain/money';
import { findingsOf } from '../reconciliation/reports.js';

/** The commands of a message about an account; it holds only what has changed. */
const commandsOfAccountEvent = ({ statusTo: status, kycResults, at }: AccountEvent): BrokerCommand[] => {
  const findings = kycResults && findingsOf(kycResults);
  const reportedAt = at.toISOString();
  if (status !== undefined) return [{ type: 'ReportAccountStatus', status, findings, reportedAt }];
  return findings ? [{ type: 'ReportAccountFindings', findings, reportedAt }] : [];
};

/** What a series of account messages amounts to. */
export interface AccountNews {
  readonly commands: readonly BrokerCommand[];
  /**
   * Whether a message continues from another status than the known one: one was missed, or this is an old one
   * again.
   */
  readonly isBroken: boolean;
}

/**
 * The commands of messages about an account, in order. Moments alone cannot distinguish a repeated old
 * message from a new one, since the stream's clock may be ahead: so each message has to continue from the
 * known status.
 */
export const newsOfAccount = (events: readonly AccountEvent[], known: string | undefined): AccountNews => {
  const commands: BrokerCommand[] = [];
  let isBroken = false;
  let status = known;
  for (const event of events) {
    const { statusFrom, statusTo = status } = event;
    if (statusTo !== status && statusFrom !== status) {
      isBroken = true;
      continue;
    }
    commands.push(...commandsOfAccountEvent(event));
    status = statusTo;
  }
  return { commands, isBroken };
};

/** The transfer a message is about, if the log knows it. */
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

/** Whether a message is about a transfer or link that the log does not know, or not yet. */
export const isUnknown = (event: FundingEvent, account: TradingAccount): boolean =>
  isOurs(event) && !transferOf(event, account) && !linkOf(event, account);

/** Whether a message is about someone else's transfer: none of ours is between its fence and its outcome. */
export const isStranger = (event: FundingEvent, account: TradingAccount): boolean =>
  event.entityType === 'Transfer' &&
  isUnknown(event, account) &&
  ![...account.transfers.values()].some(({ submitting }) => submitting);

/** Statuses that come with a reason. */
const explained: readonly TransferStatus[] = ['refused', 'canceled', 'returned'];

/**
 * Whether the list has to be read for what a message leaves out: always when the money can be withdrawn, and
 * sometimes why it did not move.
 */
export const needsList = (event: FundingEvent, account: TradingAccount): boolean => {
  const transfer = transferOf(event, account);
  const status = statusOfTransfer(event.statusTo);
  if (!transfer || status === undefined || status === transfer.status) return false;
  if (status === 'settled') return transfer.direction === 'incoming' && !transfer.settled;
  return event.reason === undefined && explained.includes(status);
};

/**
 * Whether the broker's list is behind a message of a deposit that settled: it does not say yet until when the money is
 * held, and a hold that is missed is never made up for.
 */
export const isAheadOfList = (
  event: FundingEvent,
  account: TradingAccount,
  list: readonly MadeTransfer[],
): boolean => {
  if (statusOfTransfer(event.statusTo) !== 'settled' || !needsList(event, account)) return false;
  const listed = list.find(({ id }) => id === event.entityId);
  const status = listed && statusOfTransfer(listed.status);
  return status === undefined || isUnderWay({ status });
};

/**
 * The commands of a message about a transfer or a link. @param list the account's transfers, if they had to
 * be read
 */
export const commandsOfFundingEvent = (
  event: FundingEvent,
  account: TradingAccount,
  list: readonly MadeTransfer[],
): BrokerCommand[] => {
  const { statusTo: status, entityId, at } = event;
  const transfer = transferOf(event, account);
  if (transfer) {
    const listed = list.find(({ id }) => id === entityId);
    const reason = event.reason ?? listed?.reason ?? null;
    const heldUntil = listed?.holdUntil?.toISOString() ?? null;
    return [{ type: 'ReportTransferStatus', transferId: transfer.id, status, reason, heldUntil }];
  }
  const link = linkOf(event, account);
  if (!link) return [];
  const reason = event.reason ?? null;
  return [
    { type: 'ReportBankLinkStatus', bankLinkId: link.id, status, reason, reportedAt: at.toISOString() },
  ];
};
