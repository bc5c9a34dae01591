import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import {
  accepted,
  deposited,
  given,
  linked,
  requested,
  sent,
  started,
  stateAfter,
  taken,
} from '../spec-kit/history.js';
import { mayBeAtBroker } from './doubt.js';

const of = <Type extends string>(type: Type, transferId = 't') => ({ type, transferId });
const canceledBecause = (reason: string | null): TradingAccountEvent => ({
  type: 'TransferCanceled.v2',
  data: { transferId: 't', reason },
});
const canceled = canceledBecause(null);
const asked: TradingAccountEvent = { type: 'TransferCancellationRequested', data: { transferId: 't' } };
const rejected: TradingAccountEvent = {
  type: 'TransferRejected',
  data: { transferId: 't', reason: 'R07' },
};
const returned: TradingAccountEvent = {
  type: 'TransferReturned',
  data: { transferId: 't', reason: 'R07' },
};
const notMade = (attempt: number, evidence: 'not sent' | 'not listed' = 'not sent'): TradingAccountEvent => ({
  type: 'TransferSubmissionFailed.v2',
  data: { transferId: 't', attempt, evidence },
});
const start = (attempt = 1, transferId = 't') => ({
  ...of('StartTransferSubmission', transferId),
  attempt,
});
const recordNotMade = (attempt = 1) => ({
  ...of('RecordTransferNotMade'),
  attempt,
  evidence: 'not sent' as const,
});

const resolve = (attempt: number) => ({ ...of('ResolveTransferNotMade'), attempt });
const lost: TradingAccountEvent = { type: 'TransferOutcomeUnknown', data: { transferId: 't', attempt: 1 } };
const transferIn = (history: readonly TradingAccountEvent[]) => {
  const transfer = stateAfter(history).transfers.get('t');
  if (!transfer) throw new Error('there is no transfer');
  return transfer;
};

describe('canceling a transfer', () => {
  const cancel = of('CancelTransfer');

  it('happens at once while the broker has never heard of it', () => {
    given(linked, [requested('t', '10.00')])
      .when(cancel)
      .then([asked, canceled]);
    given(linked, [requested('t', '10.00'), started('t'), notMade(1)])
      .when(cancel)
      .then([asked, canceled]);
  });

  it('is requested from the broker when it may have it', () => {
    given(linked, [requested('t', '10.00'), started('t')])
      .when(cancel)
      .then([asked]);
    given(linked, taken('t', '10.00')).when(cancel).then([asked]);
  });

  it('takes effect as soon as it is certain that the broker has nothing', () => {
    given(linked, [requested('t', '10.00'), started('t'), asked])
      .when(recordNotMade())
      .then([notMade(1), canceled]);
  });

  it('decides nothing the second time', () => {
    given(linked, taken('t', '10.00'), [asked]).when(cancel).then([]);
    given(linked, [requested('t', '10.00'), asked, canceled])
      .when(cancel)
      .then([]);
  });

  it('comes too late once it was sent', () => {
    for (const before of [[sent('t')], [asked, sent('t')]])
      given(linked, taken('t', '10.00'), before).when(cancel).thenRefused('TransferNotCancelable');
    given(linked, deposited('t', '10.00')).when(cancel).thenRefused('TransferNotCancelable');
    given(linked).when(cancel).thenRefused('TransferNotFound');
  });

  it.each([
    ['it was sent', [...taken('t', '10.00'), sent('t')], 'The bank already has it'],
    ['it has arrived', deposited('t', '10.00'), 'already arrived'],
    ['it was refused', [...taken('t', '10.00'), rejected], 'was refused'],
    ['it came back', [...deposited('t', '10.00'), returned], 'sent it back'],
  ] as const)('says why it cannot be done: %s', (_how, history, words) => {
    expect(decide(cancel, stateAfter(linked, history))).toMatchObject({
      refused: 'TransferNotCancelable',
      message: expect.stringContaining(words),
    });
  });

  it('keeps it from being sent', () => {
    given(linked, [requested('t', '10.00'), asked, canceled])
      .when(start())
      .then([]);
  });
});

describe('a transfer being sent to the broker', () => {
  const accept = {
    type: 'RecordTransferAccepted',
    transferId: 't',
    brokerTransferId: "broker's t",
    status: 'QUEUED',
  } as const;
  const refuse = { type: 'RecordTransferRefused', transferId: 't', attempt: 1, code: 'DailyLimit' } as const;
  const underWay = [...linked, requested('t', '10.00'), started('t')];

  it('passes the fence once for each attempt, which are counted', () => {
    given(linked, [requested('t', '10.00')])
      .when(start())
      .then([started('t', 1)]);
    given(underWay).when(start()).then([]);
    given(underWay, [notMade(1)])
      .when(start(2))
      .then([started('t', 2)]);
    given(underWay, [notMade(1)])
      .when(start(1))
      .then([]);
    for (const attempt of [1, 2]) given(linked, taken('t', '10.00')).when(start(attempt)).then([]);
  });

  it('waits for any other transfer of the account with an unknown outcome', () => {
    given(underWay, [requested('u', '20.00', 'outgoing')])
      .when(start(1, 'u'))
      .thenRefused('SubmissionUnderWay');
    given(underWay, [accepted('t'), requested('u', '20.00', 'outgoing')])
      .when(start(1, 'u'))
      .then([started('u')]);
  });

  it('is accepted once', () => {
    given(underWay)
      .when(accept)
      .then([accepted('t')]);
    given(underWay, [accepted('t')])
      .when(accept)
      .then([]);
    given(deposited('u', '20.00'), underWay)
      .when(accept)
      .then([accepted('t')]);
  });

  it('is also accepted after the attempt was given up, because the broker has it', () => {
    given(underWay, [notMade(1)])
      .when(accept)
      .then([accepted('t')]);
    given(underWay, [asked, notMade(1), canceled])
      .when(accept)
      .then([accepted('t')]);
  });

  it('never counts as two at the broker, nor does one there count as two of ours', () => {
    const account = stateAfter(underWay, [accepted('t')]);
    expect(() => decide({ ...accept, brokerTransferId: 'another' }, account)).toThrow('cannot be the same');
    const two = stateAfter(underWay, [accepted('t'), requested('u', '10.00'), started('u')]);
    expect(() => decide({ ...accept, transferId: 'u' }, two)).toThrow('cannot be the same');
  });

  it('is refused once, and not after the broker accepted it', () => {
    const refused: TradingAccountEvent = {
      type: 'TransferRefused',
      data: { transferId: 't', code: 'DailyLimit' },
    };
    given(underWay).when(refuse).then([refused]);
    given(underWay, [refused]).when(refuse).then([]);
    given(underWay, [accepted('t')])
      .when(refuse)
      .then([]);
  });

  it('is recorded as not made once', () => {
    given(underWay)
      .when(recordNotMade())
      .then([notMade(1)]);
    given(underWay, [notMade(1)])
      .when(recordNotMade())
      .then([]);
    given(underWay, [accepted('t')])
      .when(recordNotMade())
      .then([]);
  });

  it('gets no outcome from a report about an earlier attempt', () => {
    const second = [...underWay, notMade(1), started('t', 2)];
    given(second).when(recordNotMade(1)).then([]);
    given(second).when(refuse).then([]);
    given(second).when(resolve(1)).then([]);
    given(second)
      .when({ ...of('RecordTransferUnknown'), attempt: 1 })
      .then([]);
    given(second)
      .when(recordNotMade(2))
      .then([notMade(2)]);
  });

  it('stays in doubt when an old log only says that a list did not show it', () => {
    const unlisted = [...underWay, notMade(1, 'not listed')];
    expect(mayBeAtBroker(transferIn(unlisted))).toBe(true);
    given(unlisted).when(start(2)).then([]);
    given(unlisted).when(refuse).thenRefused('SubmissionUnderWay');
    given(unlisted).when(of('CancelTransfer')).then([asked]);
    given(unlisted)
      .when(accept)
      .then([accepted('t')]);
  });

  it('leaves doubt only by a person’s decision, and is still adopted when the broker shows it later', () => {
    const decided: TradingAccountEvent = {
      type: 'TransferRefused',
      data: { transferId: 't', code: 'DroppedByOperator' },
    };
    expect(decide(resolve(1), stateAfter(underWay))).toMatchObject({
      refused: 'SubmissionUnderWay',
      message: expect.stringContaining('parked retry'),
    });
    given(underWay)
      .when({ ...of('RecordTransferUnknown'), attempt: 1 })
      .then([lost]);
    given(underWay, [lost])
      .when({ ...of('RecordTransferUnknown'), attempt: 1 })
      .then([]);
    given(underWay, [lost]).when(resolve(1)).then([decided]);
    given(underWay, [lost, asked]).when(resolve(1)).then([canceled]);
    for (const end of [decided, canceled]) {
      expect(mayBeAtBroker(transferIn([...underWay, end]))).toBe(true);
      given(underWay, [end]).when(resolve(1)).then([]);
      given(underWay, [end])
        .when(accept)
        .then([accepted('t')]);
    }
    given(underWay, [accepted('t')])
      .when(resolve(1))
      .then([]);
  });

  it('leaves no doubt when it was refused, or never sent', () => {
    given(linked, [requested('t', '10.00')])
      .when({ ...refuse, attempt: 0 })
      .then([{ type: 'TransferRefused', data: { transferId: 't', code: 'DailyLimit' } }]);
    const refused: TradingAccountEvent = {
      type: 'TransferRefused',
      data: { transferId: 't', code: 'DailyLimit' },
    };
    expect(mayBeAtBroker(transferIn([...underWay, refused]))).toBe(false);
    expect(mayBeAtBroker(transferIn([...underWay, notMade(1)]))).toBe(false);
  });

  it('counts as sent where the log may have lost its fence', () => {
    given(linked, [requested('t', '10.00')])
      .when(of('DoubtTransfer'))
      .then([started('t')]);
    given(underWay).when(of('DoubtTransfer')).then([]);
    given(linked, [requested('t', '10.00'), asked, canceled])
      .when(of('DoubtTransfer'))
      .then([]);
    given(underWay, [accepted('t')])
      .when(of('DoubtTransfer'))
      .then([]);
  });

  it('must have been requested', () => {
    for (const command of [start(), accept, refuse, recordNotMade(), of('ReleaseTransfer')]) {
      given(linked).when(command).thenRefused('TransferNotFound');
    }
  });
});
