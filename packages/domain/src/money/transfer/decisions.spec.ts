import type { TradingAccountEvent, TransferDecision } from '@groundswell/contracts';
import { describe, it } from 'vitest';
import { accepted, given, linked, requested, sent, started, taken } from '../spec-kit/history.js';

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
  by,
});
const proposed = (decision: TransferDecision, by = 'ops-1'): TradingAccountEvent => ({
  type: 'TransferDecisionProposed',
  data: { ...decision, by },
});
const confirmed = (decision: TransferDecision, by = 'ops-2'): TradingAccountEvent => ({
  type: 'TransferDecisionConfirmed',
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

  it('ends one that the broker accepted and voided', () => {
    given(linked, taken('t', '10.00'), [sent('t'), proposed(voided)])
      .when(decides(voided, 'ops-2'))
      .then([
        confirmed(voided),
        { type: 'TransferCanceled.v2', data: { transferId: 't', reason: 'voided' } },
      ]);
    given(inDoubt).when(decides(voided, 'ops-1')).thenRefused('TransferNotInDoubt');
  });

  it('applies to the attempt in doubt, and not to one whose time is not over', () => {
    given(linked, [requested('t', '10.00'), started('t')])
      .when(decides(notMade, 'ops-1'))
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
