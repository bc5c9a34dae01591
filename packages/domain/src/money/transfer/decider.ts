import {
  amountText,
  centsOf,
  moneyOf,
  type Refusal,
  refuse,
  type TradingAccountEvent,
  type TransferStatus,
} from '@groundswell/contracts';
import { tradingDayEndText } from '../../calendar/banking-days.js';
import { refusedUnlessActive } from '../account/decider.js';
import { isUsable } from '../bank-link/decider.js';
import { isOwnerInQuestion } from '../bank-link/owner.js';
import { isOwned } from '../bank-link/status.js';
import { refusedWhileHeld } from '../hold/hold.js';
import { availableOf } from '../ledger/ledger.js';
import type { Of, Outcome } from '../outcome.js';
import type { BankLink, TradingAccount, Transfer } from '../state.js';
import { decideByOperators } from './decisions.js';
import { isMatched, mayBeAtBroker } from './doubt.js';
import { leftOn, type TransferLimits, transfersOn } from './limits.js';
import { reportTransfer } from './report.js';
import { canceled, isAbout, resolveNotMade } from './resolve.js';
import { isCancelable } from './status.js';

export type TransferCommand = Of<
  | 'RequestTransfer'
  | 'CancelTransfer'
  | 'StartTransferSubmission'
  | 'DoubtTransfer'
  | 'RecordTransferNotMade'
  | 'RecordTransferAccepted'
  | 'RecordTransferRefused'
  | 'RecordTransferUnknown'
  | 'ResolveTransferNotMade'
  | 'ReportTransferStatus'
  | 'ReleaseTransfer'
  | 'DecideTransfer'
>;

const dollars = (cents: bigint): string => amountText(moneyOf(cents));

const countText = (transfers: number): string =>
  transfers === 1 ? 'one transfer' : `${transfers} transfers`;

const requestedText = (direction: Transfer['direction'], transfers: number): string => {
  const kind = direction === 'incoming' ? 'deposit' : 'withdrawal';
  return transfers === 1 ? `a ${kind}` : `${transfers} ${kind}s`;
};

const limited = (
  { direction, amount, tradingDay }: Of<'RequestTransfer'>,
  account: TradingAccount,
  limits: TransferLimits,
): Refusal | undefined => {
  const transfers = [...account.transfers.values()];
  const afterDay = `after ${tradingDayEndText(tradingDay)}`;
  const earlier = transfersOn(transfers, tradingDay, direction);
  if (earlier >= limits.transfersPerDay)
    return refuse(
      'TransferDayTaken',
      `You’ve already requested ${requestedText(direction, earlier)} for this trading day. The broker allows ${countText(limits.transfersPerDay)} in each direction per trading day. Come back ${afterDay}.`,
    );
  const left = leftOn(transfers, tradingDay, limits);
  if (centsOf(amount) > left) {
    const most = `The limit is ${dollars(limits.centsPerDay)} per trading day, and you have ${dollars(left)} left.`;
    return refuse('TransferLimitExceeded', `${most} Choose a smaller amount, or come back ${afterDay}.`);
  }
  const available = availableOf(account);
  return direction === 'outgoing' && centsOf(amount) > available
    ? refuse(
        'CashInsufficient',
        `You can withdraw up to ${dollars(available)} right now. Choose a smaller amount.`,
      )
    : undefined;
};

/** Deposits go out at once, withdrawals after a second look. */
const heldBack = (
  { direction, now }: Of<'RequestTransfer'>,
  link: BankLink,
  account: TradingAccount,
): Refusal | undefined => {
  if (direction === 'incoming') return undefined;
  if (isOwnerInQuestion(link)) return refuse('BankOwnerInQuestion');
  return refusedWhileHeld(account, link, now);
};

const request = (
  command: Of<'RequestTransfer'>,
  account: TradingAccount,
  limits: TransferLimits,
): Outcome => {
  const { type: _type, now, ...data } = command;
  if (account.transfers.has(data.transferId)) return [];
  const link = account.bankLinks.get(data.bankLinkId);
  if (!link) return refuse('BankLinkNotFound');
  const inactive = refusedUnlessActive(account);
  if (inactive) return inactive;
  if (!isUsable(link)) return refuse(isOwned(link) ? 'BankLinkNotReady' : 'BankLinkNotFound');
  if (centsOf(data.amount) < 1n) return refuse('InvalidRequest');
  return (
    heldBack(command, link, account) ??
    limited(command, account, limits) ?? [{ type: 'TransferRequested', data }]
  );
};

/** Why a transfer that is not on its way to the bank can no longer be canceled. */
const whyNotCancelable: Readonly<Partial<Record<TransferStatus, string>>> = {
  settled: 'This transfer can no longer be canceled: it has already arrived.',
  available: 'This transfer can no longer be canceled: it has already arrived.',
  refused: 'There is nothing to cancel: this transfer was refused, and no money moved.',
  returned: 'There is nothing to cancel: the bank sent it back.',
};

/**
 * A transfer that certainly never reached the broker is canceled at once; any other one when the broker
 * confirms it.
 */
const cancel = (transfer: Transfer): Outcome => {
  const { id: transferId, status, cancellationRequested, submitting, brokerTransferId } = transfer;
  if (status === 'canceled' || (cancellationRequested && status === 'requested')) return [];
  if (!isCancelable(transfer)) return refuse('TransferNotCancelable', whyNotCancelable[status]);
  const asked: TradingAccountEvent = { type: 'TransferCancellationRequested', data: { transferId } };
  return submitting || brokerTransferId !== undefined ? [asked] : [asked, canceled(transferId)];
};

/** No submission starts while another one has an unknown outcome. */
const start = (
  { attempt }: Of<'StartTransferSubmission'>,
  transfer: Transfer,
  account: TradingAccount,
): Outcome => {
  const { id: transferId, status, attempts, brokerTransferId } = transfer;
  if (status !== 'requested' || brokerTransferId !== undefined || mayBeAtBroker(transfer)) return [];
  if (attempt !== attempts + 1) return [];
  if ([...account.transfers.values()].some((other) => other.submitting)) return refuse('SubmissionUnderWay');
  return [{ type: 'TransferSubmissionStarted', data: { transferId, attempt } }];
};

const doubt = ({ id: transferId, status, submitting, attempts, brokerTransferId }: Transfer): Outcome =>
  status !== 'requested' || brokerTransferId !== undefined || submitting
    ? []
    : [{ type: 'TransferSubmissionStarted', data: { transferId, attempt: attempts + 1 } }];

const notMade = (command: Of<'RecordTransferNotMade'>, transfer: Transfer): Outcome => {
  if (!isAbout(command, transfer)) return [];
  const { transferId, attempt, evidence } = command;
  const failed: TradingAccountEvent = {
    type: 'TransferSubmissionFailed.v2',
    data: { transferId, attempt, evidence },
  };
  return transfer.cancellationRequested ? [failed, canceled(transferId)] : [failed];
};

/** A refusal of the last attempt is about that attempt only: all earlier ones are known to have made nothing. */
const refused = (
  { transferId, attempt, code }: Of<'RecordTransferRefused'>,
  { status, brokerTransferId, attempts, doubted }: Transfer,
): Outcome => {
  if (status !== 'requested' || brokerTransferId !== undefined || attempt !== attempts) return [];
  // The broker may be refusing because of an earlier attempt.
  if (doubted) return refuse('SubmissionUnderWay');
  return [{ type: 'TransferRefused', data: { transferId, code } }];
};

const unknown = (command: Of<'RecordTransferUnknown'>, transfer: Transfer): Outcome => {
  if (!isAbout(command, transfer) || transfer.unknown) return [];
  const { transferId, attempt } = command;
  return [{ type: 'TransferOutcomeUnknown', data: { transferId, attempt } }];
};

/**
 * Also accepted when an attempt was given up: what the broker has counts. An answer with its id counts more than one in the list
 * that looks like it.
 * @throws Error when the broker would have it twice, or one of its transfers would match two of ours
 */
const accepted = (
  { transferId, brokerTransferId, status, listed }: Of<'RecordTransferAccepted'>,
  transfer: Transfer,
  account: TradingAccount,
): Outcome => {
  const stands = !isMatched(transfer) || listed === true;
  if (transfer.brokerTransferId === brokerTransferId && stands) return [];
  const taken = [...account.transfers.values()].some(
    (other) => other.id !== transferId && other.brokerTransferId === brokerTransferId,
  );
  if ((transfer.brokerTransferId !== undefined && stands) || taken) {
    throw new Error(
      `transfer ${transferId} and ${brokerTransferId} of the broker cannot be the same: one has another`,
    );
  }
  const facts = { transferId, brokerTransferId };
  return [
    { type: 'TransferAccepted', data: { ...facts, status } },
    ...(listed ? [{ type: 'TransferMatched' as const, data: facts }] : []),
  ];
};

/**
 * Rules of transfers: daily limits, no more out than there is, one submission at a time, and the order of
 * reports.
 */
export const decideTransfer = (
  command: TransferCommand,
  account: TradingAccount,
  limits: TransferLimits,
): Outcome => {
  if (command.type === 'RequestTransfer') return request(command, account, limits);
  if (command.type === 'DecideTransfer') return decideByOperators(command, account);
  const { transferId } = command;
  const transfer = account.transfers.get(transferId);
  if (!transfer) return refuse('TransferNotFound');
  switch (command.type) {
    case 'CancelTransfer':
      return cancel(transfer);
    case 'StartTransferSubmission':
      return start(command, transfer, account);
    case 'DoubtTransfer':
      return doubt(transfer);
    case 'RecordTransferNotMade':
      return notMade(command, transfer);
    case 'RecordTransferAccepted':
      return accepted(command, transfer, account);
    case 'RecordTransferRefused':
      return refused(command, transfer);
    case 'RecordTransferUnknown':
      return unknown(command, transfer);
    case 'ResolveTransferNotMade':
      return resolveNotMade(command, transfer);
    case 'ReportTransferStatus':
      return reportTransfer(command, transfer);
    case 'ReleaseTransfer':
      return transfer.status === 'settled' ? [{ type: 'TransferReleased', data: { transferId } }] : [];
  }
};
