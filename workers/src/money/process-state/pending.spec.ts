import type { TradingAccountEvent } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { describe, expect, it } from 'vitest';
import { type MoneyEntity, pendingAfter } from './pending.js';

const recorded = (event: TradingAccountEvent, index: number): RecordedEvent => ({
  ...event,
  id: `e${index}`,
  stream: 'tradingAccount-ann',
  revision: BigInt(index),
  position: { commit: BigInt(index), prepare: BigInt(index) },
  recordedAt: new Date(0),
  metadata: {
    actor: { id: 'ann', role: 'user' },
    correlationId: 'c',
    causationId: 'c',
    schemaVersion: 1,
    occurredAt: '2026-11-20T10:00:00.000Z',
  },
});
/** What is still pending after each event. */
const pending = (...events: TradingAccountEvent[]) => {
  let row: MoneyEntity | undefined;
  return events.map((event, index) => {
    row = pendingAfter(row, recorded(event, index));
    return row?.pending;
  });
};

const transferId = 't';
const requested: TradingAccountEvent = {
  type: 'TransferRequested',
  data: {
    transferId,
    bankLinkId: 'l',
    direction: 'incoming',
    amount: '5.00',
    tradingDay: '2026-11-20',
    expectedOn: '2026-11-25',
  },
};
const accepted: TradingAccountEvent = {
  type: 'TransferAccepted',
  data: { transferId, brokerTransferId: 'b', status: 'QUEUED' },
};
const canceling: TradingAccountEvent = { type: 'TransferCancellationRequested', data: { transferId } };
const settled = (heldUntil: string | null): TradingAccountEvent => ({
  type: 'TransferSettled',
  data: { transferId, heldUntil },
});

describe('what is pending', () => {
  it('of a transfer is its submission, the word of the broker, and the end of a hold', () => {
    expect(
      pending(
        requested,
        { type: 'TransferSubmissionStarted', data: { transferId, attempt: 1 } },
        { type: 'TransferSubmissionFailed.v2', data: { transferId, attempt: 1, evidence: 'not sent' } },
        accepted,
        { type: 'TransferSent', data: { transferId } },
        settled('2026-11-27T10:00:00.000Z'),
        { type: 'TransferReleased', data: { transferId } },
        { type: 'TransferReturned', data: { transferId, reason: null } },
      ),
    ).toEqual([
      'submit-transfer',
      'submit-transfer',
      'submit-transfer',
      'watch',
      'watch',
      'hold',
      null,
      null,
    ]);
  });

  it('of a transfer that is canceled is the cancellation, also when that was asked for before the broker had it', () => {
    expect(pending(requested, accepted, canceling)).toEqual(['submit-transfer', 'watch', 'cancel-transfer']);
    expect(pending(requested, canceling, accepted)).toEqual([
      'submit-transfer',
      'submit-transfer',
      'cancel-transfer',
    ]);
    expect(
      pending(requested, accepted, canceling, {
        type: 'TransferCanceled.v2',
        data: { transferId, reason: null },
      }).at(-1),
    ).toBe(null);
  });

  it('of a transfer that has ended is nothing, though the broker shows it later, until it moves money', () => {
    const canceled: TradingAccountEvent = { type: 'TransferCanceled.v2', data: { transferId, reason: null } };
    const sent: TradingAccountEvent = { type: 'TransferSent', data: { transferId } };
    expect(pending(requested, canceling, canceled, accepted, sent, settled(null))).toEqual([
      ...['submit-transfer', 'submit-transfer', null, null],
      ...['watch', 'hold'],
    ]);
  });

  it('of a bank link is its submission, the word of the broker, and its removal', () => {
    const bankLinkId = 'l';
    const status = (word: string): TradingAccountEvent => ({
      type: 'BankLinkStatusReported',
      data: { bankLinkId, status: word, reason: null, reportedAt: '2026-11-20T10:00:00.000Z' },
    });
    expect(
      pending(
        {
          type: 'BankLinkRequested',
          data: { bankLinkId, accountType: 'checking', ending: '6789', replaces: null },
        },
        { type: 'BankLinkAccepted', data: { bankLinkId, relationshipId: 'r', status: 'QUEUED' } },
        status('APPROVED'),
        { type: 'BankLinkRemovalRequested', data: { bankLinkId } },
        status('CANCEL_REQUESTED'),
        { type: 'BankLinkRemoved', data: { bankLinkId } },
      ),
    ).toEqual(['submit-bank-link', 'watch', null, 'remove-bank-link', 'remove-bank-link', null]);
  });
});
