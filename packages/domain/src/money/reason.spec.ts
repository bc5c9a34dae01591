import { describe, expect, it } from 'vitest';
import { reasonCodeOf } from './reason.js';
import { accepted, given, linkAccepted, linked, requested, sent, started } from './spec-kit/history.js';

const secret = 'Owner name ADA BYRON of account 000123456789 does not match\u0000';

describe('the broker’s reason', () => {
  it.each([
    [null, null],
    ['R01 Insufficient Funds', 'R01'],
    ['returned: R10', 'R10'],
    [secret, 'owner mismatch'],
    ['Not approved in time', 'not approved'],
    ['whatever\u0000 else', 'other'],
    ['', 'other'],
    ['x'.repeat(1_000_000), 'other'],
  ])('is a code: %j', (words, code) => {
    expect(reasonCodeOf(words)).toBe(code);
  });

  it('is in no event in the broker’s words, nor can it keep an event from being written', () => {
    const transfer = { transferId: 't', heldUntil: null, reason: secret };
    const atBroker = [...linked, requested('t', '5.00'), started('t'), accepted('t'), sent('t')];
    for (const [status, type] of [
      ['RETURNED', 'TransferReturned'],
      ['REJECTED', 'TransferRejected'],
      ['CANCELED', 'TransferCanceled.v2'],
    ] as const) {
      given(atBroker)
        .when({ type: 'ReportTransferStatus', status, ...transfer })
        .then([{ type, data: { transferId: 't', reason: 'owner mismatch' } }]);
    }
    const reportedAt = '2026-03-02T16:00:00.000Z';
    given(linked, [linkAccepted('bank', 'QUEUED')])
      .when({
        type: 'ReportBankLinkStatus',
        bankLinkId: 'bank',
        status: 'REJECTED',
        reason: secret,
        reportedAt,
      })
      .then([
        {
          type: 'BankLinkStatusReported',
          data: { bankLinkId: 'bank', status: 'REJECTED', reason: 'owner mismatch', reportedAt },
        },
      ]);
  });
});
