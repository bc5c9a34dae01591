import type { TradingAccountEvent } from '@groundswell/contracts';
import { turnAt } from '../account-turn.js';
import { type Letter, textOf } from '../letter.js';
import { writeMoneyLetter } from '../money-letters.js';
import { type MoneyMailKind, moneyMailFor } from '../money-mailable.js';

export const publicUrl = 'https://groundswell.test';
export const applicationId = 'application-1';
export const at = '2026-11-20T15:04:00.000Z';

export const reported = (status: string, findings: string[] = ['WATCHLIST_HIT']): TradingAccountEvent => ({
  type: 'AccountStatusReported',
  data: { status, findings, reportedAt: at },
});
export const atBroker: TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId, agreementVersion: '1' } },
  { type: 'ApplicationSubmissionStarted', data: { applicationId } },
  {
    type: 'ApplicationAccepted.v2',
    data: { applicationId, brokerAccountId: 'broker-1', status: 'SUBMITTED', reportedAt: null },
  },
];
export const link = (bankLinkId: string, ending: string, replaces: string | null): TradingAccountEvent[] => [
  {
    type: 'BankLinkRequested',
    data: { bankLinkId, accountType: replaces ? 'savings' : 'checking', ending, replaces },
  },
  { type: 'BankLinkSubmissionStarted', data: { bankLinkId } },
  { type: 'BankLinkAccepted', data: { bankLinkId, relationshipId: bankLinkId, status: 'QUEUED' } },
];
export const approved = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkStatusReported',
  data: { bankLinkId, status: 'APPROVED', reason: null, reportedAt: at },
});
export const linked = [...atBroker, reported('ACTIVE'), ...link('bank', '6789', null), approved('bank')];
export const asked = (
  transferId: string,
  direction: 'incoming' | 'outgoing',
  amount: string,
): TradingAccountEvent => ({
  type: 'TransferRequested',
  data: {
    transferId,
    bankLinkId: 'bank',
    direction,
    amount,
    tradingDay: '2026-11-20',
    expectedOn: '2026-11-24',
  },
});
export const settled = (transferId: string, heldUntil: string | null = null): TradingAccountEvent => ({
  type: 'TransferSettled',
  data: { transferId, heldUntil },
});
export const released = (transferId: string): TradingAccountEvent => ({
  type: 'TransferReleased',
  data: { transferId },
});
export const returned = (transferId: string, reason: string | null): TradingAccountEvent => ({
  type: 'TransferReturned',
  data: { transferId, reason },
});

export const kindOf = (history: readonly TradingAccountEvent[]): MoneyMailKind | undefined => {
  const last = history.at(-1);
  return last && moneyMailFor(last);
};

/** The email about the last event of a history; undefined when there is none. */
export const letterAfter = (...parts: readonly (TradingAccountEvent | TradingAccountEvent[])[]) => {
  const history = parts.flat();
  const kind = kindOf(history);
  const turn = turnAt(history, history.length - 1);
  return kind && writeMoneyLetter(kind, { turn, occurredAt: at, publicUrl });
};
export const words = (letter: Letter | undefined): string => (letter ? textOf(letter) : 'no letter');
