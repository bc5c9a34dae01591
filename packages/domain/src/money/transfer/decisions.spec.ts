import type { TradingAccountEvent, TransferDecision } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import {
  accepted,
  given,
  linked,
  released,
  requested,
  sent,
  settled,
  started,
  stateAfter,
  taken,
  vote,
  votedUntil,
} from '../spec-kit/history.js';

const lost: TradingAccountEvent = { type: 'TransferOutcomeUnknown', data: { transferId: 't', attempt: 1 } };
const inDoubt = [...linked, requested('t', '10.00'), started('t'), lost];
const notMade: TransferDecision = { kind: 'not made', transferId: 't', attempt: 1 };
const adopt: TransferDecision = {
  kind: 'adopt',
  transferId: 't',
  attempt: 1,
  brokerTransferId: "broker's t",
};
const voided: TransferDecision = { kind: 'voided', transferId: 't', attempt: 1 };

const decides = (decision: TransferDecision, by: string) => ({
  type: 'DecideTransfer' as const,
  decision,
  status: 'QUEUED',
  ...vote(by),
});
const proposed = (decision: TransferDecision, by = 'ops-1'): TradingAccountEvent => ({
  type: 'TransferDecisionProposed.v2',
  data: { ...decision, by, until: votedUntil },
});
const confirmed = (decision: TransferDecision, by = 'ops-2'): TradingAccountEvent => ({
  type: 'TransferDecisionConfirmed.v2',
  data: { ...decision, by },
});

describe('a decision about a transfer', () => {
  it('is one operator’s proposal until another one decides the same', () => {
    given(inDoubt)
      .when(decides(notMade, 'ops-1'))
      .then([proposed(notMade)]);
    given(inDoubt, [proposed(notMade)])
      .when(decides(notMade, 'ops-1'))
      .thenRefused('SecondOperatorNeeded');
    given(inDoubt, [proposed(notMade)])
      .when(decides(notMade, 'ops-2'))
      .then([
        confirmed(notMade),
        { type: 'TransferRefused', data: { transferId: 't', code: 'DroppedByOperator' } },
      ]);
  });

  it('does not approve another decision', () => {
    given(inDoubt, [proposed(notMade)])
      .when(decides(adopt, 'ops-2'))
      .then([proposed(adopt, 'ops-2')]);
    given(inDoubt, [proposed(adopt)])
      .when(decides({ ...adopt, brokerTransferId: 'another' }, 'ops-2'))
      .then([proposed({ ...adopt, brokerTransferId: 'another' }, 'ops-2')]);
  });

  it('does not approve the opposite, nor the same about another transfer or attempt', () => {
    const atBroker = [...linked, ...taken('t', '10.00'), ...taken('u', '10.00')];
    for (const other of [
      { ...voided, kind: 'moved' as const },
      { ...voided, transferId: 'u' },
    ])
      given(atBroker, [proposed(voided)])
        .when(decides(other, 'ops-2'))
        .then([proposed(other, 'ops-2')]);
    const second: TradingAccountEvent = {
      type: 'TransferOutcomeUnknown',
      data: { transferId: 't', attempt: 2 },
    };
    given(inDoubt, [proposed(notMade), started('t', 2), second])
      .when(decides({ ...notMade, attempt: 2 }, 'ops-2'))
      .then([proposed({ ...notMade, attempt: 2 }, 'ops-2')]);
  });

  it('leaves a proposal about another transfer as it is', () => {
    const other = { ...voided, transferId: 'u' };
    given(linked, taken('t', '10.00'), taken('u', '10.00'), [proposed(voided), proposed(other)])
      .when(decides(voided, 'ops-1'))
      .thenRefused('SecondOperatorNeeded');
  });

  it('adopts a broker’s transfer for one in doubt, if no other one has it', () => {
    given(inDoubt, [proposed(adopt)])
      .when(decides(adopt, 'ops-2'))
      .then([confirmed(adopt), accepted('t')]);
    given(
      inDoubt,
      [requested('u', '10.00')],
      [started('u')],
      [
        {
          type: 'TransferAccepted',
          data: { transferId: 'u', brokerTransferId: "broker's t", status: 'QUEUED' },
        },
      ],
    )
      .when(decides(adopt, 'ops-1'))
      .thenRefused('TransferNotInDoubt');
  });

  it('adopts nothing for one that the broker has under another id, or whose outcome is known', () => {
    const another = { ...adopt, brokerTransferId: 'another' };
    const known: TradingAccountEvent = {
      type: 'TransferRefused',
      data: { transferId: 't', code: 'DailyLimit' },
    };
    for (const after of [accepted('t'), known])
      given(inDoubt, [after]).when(decides(another, 'ops-1')).thenRefused('TransferNotInDoubt');
  });

  it('ends one that the broker accepted and voided', () => {
    given(linked, taken('t', '10.00'), [sent('t'), proposed(voided)])
      .when(decides(voided, 'ops-2'))
      .then([
        confirmed(voided),
        { type: 'TransferCanceled.v2', data: { transferId: 't', reason: 'voided' } },
      ]);
    given(inDoubt).when(decides(voided, 'ops-1')).thenRefused('TransferNotInDoubt');
    given(linked, taken('t', '10.00'), [sent('t'), settled('t')])
      .when(decides(voided, 'ops-1'))
      .thenRefused('TransferNotInDoubt');
  });

  describe('that its money moved', () => {
    const moved: TransferDecision = { ...voided, kind: 'moved' };
    const canceled: TradingAccountEvent = {
      type: 'TransferCanceled.v2',
      data: { transferId: 't', reason: 'voided' },
    };
    const differs = (brokerCash: string, ledgerCash = '0.00'): TradingAccountEvent => ({
      type: 'CashDifferenceFound',
      data: { brokerCash, ledgerCash },
    });
    const like = { transferId: 't', brokerTransferId: "broker's t" };
    const match: TradingAccountEvent = { type: 'TransferMatched', data: like };
    const unmatched: TradingAccountEvent = { type: 'TransferUnmatched', data: like };
    const refused: TradingAccountEvent = {
      type: 'TransferRefused',
      data: { transferId: 't', code: 'DroppedByOperator' },
    };
    const late = { transferId: 't', brokerTransferId: 'shown later' };
    const acceptedLate = { type: 'TransferAccepted', data: { ...late, status: 'COMPLETE' } } as const;
    const lateMatch: TradingAccountEvent = { type: 'TransferMatched', data: late };
    const shown = {
      type: 'ReportTransferStatus',
      transferId: 't',
      status: 'COMPLETE',
      reason: null,
      heldUntil: null,
    } as const;

    it('counts it once, also when the broker shows it later, and counts it back when it is returned', () => {
      const decided = [confirmed(moved), settled('t'), released('t')];
      const history = [...linked, ...taken('t', '10.00'), canceled, differs('10.00'), proposed(moved)];
      given(history).when(decides(moved, 'ops-2')).then(decided);
      expect(stateAfter(history, decided).cash).toBe(1_000n);
      given(history, decided).when(shown).then([]);
      const back: TradingAccountEvent = {
        type: 'TransferReturned',
        data: { transferId: 't', reason: 'R01' },
      };
      expect(stateAfter(history, decided, [back]).cash).toBe(0n);
    });

    it('also holds for one that the broker no longer shows', () => {
      given(linked, taken('t', '10.00'), [sent('t'), proposed(moved)])
        .when(decides(moved, 'ops-2'))
        .then([confirmed(moved), settled('t'), released('t')]);
    });

    it.each([
      ['the cash does not differ', [canceled]],
      ['the ledger has changed since', [differs('10.00', '5.00'), canceled]],
      ['the cash would differ by more than before', [canceled, differs('-0.25')]],
      ['it would differ by as much as before', [canceled, differs('5.00')]],
      ['the broker has less, and not more', [canceled, differs('-10.00')]],
      ['it has settled', [settled('t')]],
      [
        'the broker canceled it itself',
        [{ ...canceled, data: { ...canceled.data, reason: null } }, differs('10.00')],
      ],
    ] as const)('is refused where %s', (_why, history) => {
      given(linked, taken('t', '10.00'), history as readonly TradingAccountEvent[])
        .when(decides(moved, 'ops-1'))
        .thenRefused('TransferNotInDoubt');
    });

    it('brings the ledger nearer to the broker, even if a fee or another transfer also changed the cash', () => {
      for (const cash of ['9.75', '20.00', '5.01']) {
        given(linked, taken('t', '10.00'), [canceled, differs(cash)])
          .when(decides(moved, 'ops-1'))
          .then([proposed(moved)]);
      }
      const far = stateAfter(linked, taken('t', '10.00'), [canceled, differs('-0.25')]);
      expect(decide(decides(moved, 'ops-1'), far)).toMatchObject({
        message: expect.stringContaining('The broker has -0.25, the ledger 0.00'),
      });
    });

    describe.each<[string, readonly TradingAccountEvent[]]>([
      [
        'voided, and taken back from one that only looked like it',
        [accepted('t'), match, canceled, unmatched],
      ],
      ['refused as not made', [refused]],
      ['canceled as not made', [{ ...canceled, data: { ...canceled.data, reason: null } }]],
    ])('counts once for one that was %s', (_what, end) => {
      const history = [...inDoubt, ...end, differs('10.00'), proposed(moved)];
      const decided = [confirmed(moved), settled('t'), released('t')];

      it('when the broker shows it later', () => {
        given(history).when(decides(moved, 'ops-2')).then(decided);
        const accepting = { ...acceptedLate.data, type: 'RecordTransferAccepted', listed: true } as const;
        given(history, decided).when(accepting).then([acceptedLate, lateMatch]);
        given(history, decided, [acceptedLate, lateMatch]).when(shown).then([]);
        expect(stateAfter(history, decided, [acceptedLate, lateMatch]).cash).toBe(1_000n);
      });

      it('and back when that one is returned', () => {
        given(history, decided, [acceptedLate, lateMatch])
          .when({ ...shown, status: 'RETURNED' })
          .then([{ type: 'TransferReturned', data: { transferId: 't', reason: null } }]);
      });

      it('and is not proposed again, nor does it keep another difference from being adjusted', () => {
        const next = [...history, ...decided, differs('20.00', '10.00')];
        given(next).when(decides(moved, 'ops-1')).thenRefused('TransferNotInDoubt');
        const adjusting = { type: 'AdjustCash', cents: 1_000n, cause: 'transfer', ...vote('ops-1') } as const;
        expect(decide(adjusting, stateAfter(next))).toMatchObject([{ type: 'CashAdjustmentProposed.v2' }]);
      });
    });

    it('is refused for one whose outcome is unknown', () => {
      given(inDoubt).when(decides(moved, 'ops-1')).thenRefused('TransferNotInDoubt');
    });
  });

  it('applies to the attempt in doubt, and not to one whose time is not over', () => {
    given(linked, [requested('t', '10.00'), started('t')])
      .when(decides(notMade, 'ops-1'))
      .thenRefused('SubmissionUnderWay');
    given(inDoubt, [started('t', 2)])
      .when(decides({ ...notMade, attempt: 2 }, 'ops-1'))
      .thenRefused('SubmissionUnderWay');
    given(inDoubt)
      .when(decides({ ...notMade, attempt: 2 }, 'ops-1'))
      .thenRefused('TransferNotInDoubt');
    given(linked, [requested('t', '10.00')])
      .when(decides({ ...notMade, attempt: 0 }, 'ops-1'))
      .thenRefused('TransferNotInDoubt');
    given(linked).when(decides(notMade, 'ops-1')).thenRefused('TransferNotFound');
  });
});
