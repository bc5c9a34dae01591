import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, it } from 'vitest';
import { given, linked, requested, sent, settled, taken } from '../spec-kit/history.js';

const of = <Type extends string>(type: Type, transferId = 't') => ({ type, transferId });
const rejected: TradingAccountEvent = {
  type: 'TransferRejected',
  data: { transferId: 't', reason: 'R07' },
};
const returned: TradingAccountEvent = {
  type: 'TransferReturned',
  data: { transferId: 't', reason: 'R07' },
};
const canceledBecause = (reason: string | null): TradingAccountEvent => ({
  type: 'TransferCanceled.v2',
  data: { transferId: 't', reason },
});

describe('a report of the broker about a transfer', () => {
  const report = (status: string, heldUntil: string | null = null) => ({
    type: 'ReportTransferStatus' as const,
    transferId: 't',
    status,
    reason: 'R07',
    heldUntil,
  });
  const atBroker = [...linked, ...taken('t', '250.00')];
  const released: TradingAccountEvent = { type: 'TransferReleased', data: { transferId: 't' } };

  it.each(['QUEUED', 'APPROVAL_PENDING', 'PENDING', 'MOONSTRUCK'])('%s moves nothing', (word) => {
    given(atBroker).when(report(word)).then([]);
  });

  it.each(['SENT_TO_CLEARING', 'APPROVED'])('%s marks it as sent, once', (word) => {
    given(atBroker)
      .when(report(word))
      .then([sent('t')]);
    given(atBroker, [sent('t')])
      .when(report(word))
      .then([]);
  });

  it.each(['COMPLETE', 'SETTLED'])(
    '%s settles it, fills in skipped steps, and releases it when there is no hold',
    (word) => {
      given(atBroker)
        .when(report(word))
        .then([sent('t'), settled('t'), released]);
      given(atBroker, [sent('t')])
        .when(report(word))
        .then([settled('t'), released]);
      given(atBroker, [sent('t'), settled('t'), released])
        .when(report(word))
        .then([]);
    },
  );

  it('is held until the broker releases it', () => {
    const until = '2026-03-09T14:00:00.000Z';
    given(atBroker)
      .when(report('COMPLETE', until))
      .then([sent('t'), settled('t', until)]);
    given(atBroker, [sent('t'), settled('t', until)])
      .when(of('ReleaseTransfer'))
      .then([released]);
    given(atBroker, [sent('t'), settled('t', until), released])
      .when(of('ReleaseTransfer'))
      .then([]);
    given(atBroker, [sent('t')])
      .when(of('ReleaseTransfer'))
      .then([]);
  });

  it.each([
    ['REJECTED', rejected],
    ['RETURNED', returned],
    // Even if no one here requested it: the reason is then the only explanation.
    ['CANCELED', canceledBecause('R07')],
    ['EXPIRED', canceledBecause('R07')],
  ] as const)('%s ends it, once', (word, end) => {
    given(atBroker).when(report(word)).then([end]);
    given(atBroker, [end]).when(report(word)).then([]);
    given(atBroker, [end]).when(report('SENT_TO_CLEARING')).then([]);
  });

  it('returns it also long after it settled', () => {
    given(atBroker, [sent('t'), settled('t'), released])
      .when(report('RETURNED'))
      .then([returned]);
    given(atBroker, [sent('t'), settled('t'), released, returned])
      .when(report('COMPLETE'))
      .then([]);
  });

  it('cannot be about one that the broker does not have', () => {
    given(linked, [requested('t', '1.00')])
      .when(report('COMPLETE'))
      .thenRefused('TransferNotFound');
  });
});
