import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import {
  accepted,
  deposited,
  given,
  linked,
  requested,
  settled,
  started,
  stateAfter,
  taken,
  vote,
  votedUntil,
} from '../spec-kit/history.js';
import { adjustmentPostings, totalOf } from './ledger.js';

const difference = { brokerCash: '240.00', ledgerCash: '250.00' };
const differs: TradingAccountEvent = { type: 'CashDifferenceFound', data: difference };
/** The broker charged a fee of ten dollars. */
const charged = [...linked, ...deposited('a', '250.00'), differs];
const adjust = (cents: bigint, by = 'ops-1') =>
  ({ type: 'AdjustCash', cents, cause: 'fee', ...vote(by) }) as const;
const data = (by: string) => ({ cents: -1_000, cause: 'fee' as const, ...difference, by });
const proposal = (by: string) => ({ ...data(by), until: votedUntil });
const proposed: TradingAccountEvent = { type: 'CashAdjustmentProposed.v2', data: proposal('ops-1') };
const canceledBecause = (reason: string | null): TradingAccountEvent => ({
  type: 'TransferCanceled.v2',
  data: { transferId: 't', reason },
});
const thirteen: TradingAccountEvent = {
  type: 'CashDifferenceFound',
  data: { brokerCash: '13.00', ledgerCash: '0.00' },
};
const refused: TradingAccountEvent = {
  type: 'TransferRefused',
  data: { transferId: 't', code: 'DroppedByOperator' },
};
const asMatched = { transferId: 't', brokerTransferId: "broker's t" };
const match: TradingAccountEvent = { type: 'TransferMatched', data: asMatched };
const unmatched: TradingAccountEvent = { type: 'TransferUnmatched', data: asMatched };
const inDoubt = [requested('t', '13.00'), started('t')];
const matched = [...inDoubt, accepted('t'), match];
const adjusted: TradingAccountEvent = { type: 'CashAdjusted', data: data('ops-2') };

describe('an adjustment of the cash', () => {
  it('is one operator’s proposal until another one decides the same', () => {
    given(charged).when(adjust(-1_000n)).then([proposed]);
    expect(stateAfter(charged, [proposed]).cash).toBe(25_000n);
    given(charged, [proposed]).when(adjust(-1_000n)).thenRefused('SecondOperatorNeeded');
    given(charged, [proposed]).when(adjust(-1_000n, 'ops-2')).then([adjusted]);
    expect(stateAfter(charged, [proposed, adjusted]).cash).toBe(24_000n);
  });

  it('does not approve another cause or another difference', () => {
    const other = { ...adjust(-1_000n, 'ops-2'), cause: 'correction' } as const;
    given(charged, [proposed])
      .when(other)
      .then([{ type: 'CashAdjustmentProposed.v2', data: { ...proposal('ops-2'), cause: 'correction' } }]);
    const later: TradingAccountEvent = {
      type: 'CashDifferenceFound',
      data: { brokerCash: '230.00', ledgerCash: '250.00' },
    };
    given(charged, [proposed, later]).when(adjust(-1_000n, 'ops-2')).thenRefused('CashDifferenceNotClosed');
  });

  it.each([
    ['more than the difference', -1_001n],
    ['less than the difference', -999n],
    ['the other way', 1_000n],
    ['nothing', 0n],
  ])('is refused where it is %s', (_what, cents) => {
    given(charged).when(adjust(cents)).thenRefused('CashDifferenceNotClosed');
  });

  it('is refused where nothing differs, where the ledger has moved since, and a second time', () => {
    given(linked, deposited('a', '250.00')).when(adjust(-1_000n)).thenRefused('CashDifferenceNotClosed');
    given(charged, deposited('b', '5.00')).when(adjust(-1_500n)).thenRefused('CashDifferenceNotClosed');
    given(charged, [proposed, adjusted]).when(adjust(-1_000n)).thenRefused('CashDifferenceNotClosed');
  });

  it('is refused while a transfer is pending, which may explain the difference', () => {
    given(charged, [requested('b', '10.00')])
      .when(adjust(-1_000n))
      .thenRefused('MoneyUnderWay');
  });

  it('is refused where a voided transfer of that amount may have moved its money after all', () => {
    const voided = [...linked, ...taken('t', '13.00'), canceledBecause('voided'), thirteen];
    const asTransfer = { ...adjust(1_300n), cause: 'transfer' } as const;
    for (const cause of ['transfer', 'correction'] as const)
      expect(decide({ ...asTransfer, cause }, stateAfter(voided))).toMatchObject({
        refused: 'CashDifferenceNotClosed',
        message: expect.stringContaining('--outcome=moved'),
      });
    expect(decide({ ...asTransfer, cause: 'interest' }, stateAfter(voided))).toMatchObject([
      { type: 'CashAdjustmentProposed.v2' },
    ]);
    const otherAmount = [...linked, ...taken('t', '14.00'), canceledBecause('voided'), thirteen];
    const otherWay = [...linked, ...taken('t', '13.00', 'outgoing'), canceledBecause('voided'), thirteen];
    for (const history of [otherAmount, otherWay])
      expect(decide(asTransfer, stateAfter(history))).toMatchObject([{ type: 'CashAdjustmentProposed.v2' }]);
    const less = { type: 'CashDifferenceFound', data: { brokerCash: '-13.00', ledgerCash: '0.00' } } as const;
    given(otherWay, [less])
      .when({ ...asTransfer, cents: -1_300n })
      .thenRefused('CashDifferenceNotClosed');
    const canceled = [...linked, ...taken('t', '13.00'), canceledBecause(null), thirteen];
    expect(decide(asTransfer, stateAfter(canceled))).toMatchObject([{ type: 'CashAdjustmentProposed.v2' }]);
    const shown = [...voided, settled('t')];
    given(shown).when(asTransfer).thenRefused('CashDifferenceNotClosed');
  });

  it.each<[string, readonly TradingAccountEvent[]]>([
    [
      'was voided, and taken back from one that only looked like it',
      [...matched, canceledBecause('voided'), unmatched],
    ],
    ['was refused as not made', [...inDoubt, refused]],
    [
      'was refused as not made, and looks like one that is pending',
      [...inDoubt, refused, accepted('t'), match],
    ],
    ['was canceled as not made', [...inDoubt, canceledBecause(null)]],
  ])('is refused where one of that amount %s', (_what, history) => {
    const differing = [...linked, ...history, thirteen];
    given(differing)
      .when({ ...adjust(1_300n), cause: 'transfer' })
      .thenRefused('CashDifferenceNotClosed');
  });

  it('is found closed when both are compared again', () => {
    given(charged, [proposed, adjusted])
      .when({ type: 'ReportCash', brokerCash: '240.00' })
      .then([{ type: 'CashDifferenceResolved', data: { cash: '240.00' } }]);
  });

  it('is posted on both sides', () => {
    expect(totalOf(adjustmentPostings(-1_000), 'cash')).toBe(-1_000n);
    expect(totalOf(adjustmentPostings(-1_000), 'bank')).toBe(1_000n);
  });
});
