import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import {
  accepted,
  given,
  linked,
  requested,
  sent,
  settled,
  started,
  stateAfter,
} from '../spec-kit/history.js';
import { mayBeAtBroker } from './doubt.js';

const matched: TradingAccountEvent = {
  type: 'TransferMatched',
  data: { transferId: 't', brokerTransferId: 'broker’s like it' },
};
const unmatched: TradingAccountEvent = {
  type: 'TransferUnmatched',
  data: { transferId: 't', brokerTransferId: 'broker’s like it' },
};
const acceptedAs = (brokerTransferId: string): TradingAccountEvent => ({
  type: 'TransferAccepted',
  data: { transferId: 't', brokerTransferId, status: 'PENDING' },
});
const like = acceptedAs('broker’s like it');
const report = (status: string) =>
  ({ type: 'ReportTransferStatus', transferId: 't', status, reason: null, heldUntil: null }) as const;
const accept = (brokerTransferId: string, how: { listed?: true } = {}) =>
  ({ type: 'RecordTransferAccepted', transferId: 't', brokerTransferId, status: 'PENDING', ...how }) as const;

/** Its answer was lost, and the broker’s list shows one like it. */
const inDoubt = [...linked, requested('t', '10.00'), started('t')];
const found = [...inDoubt, like, matched];

describe('a transfer that counts as one in the broker’s list because that one looks like it', () => {
  it('is told apart from one that the broker answered with', () => {
    given(inDoubt)
      .when(accept('broker’s like it', { listed: true }))
      .then([like, matched]);
    given(inDoubt).when(accept('broker’s like it')).then([like]);
    given(found)
      .when(accept('broker’s like it', { listed: true }))
      .then([]);
  });

  it.each(['CANCELED', 'EXPIRED', 'REJECTED', 'RETURNED'])(
    'is in doubt again when that one is %s: it may be someone else’s, and ours may be carried out late',
    (word) => {
      given(found)
        .when(report(word))
        .then([started('t', 2)]);
      given(found, [sent('t')])
        .when(report(word))
        .then([started('t', 2)]);
      given(found, [started('t', 2)])
        .when({ type: 'StartTransferSubmission', transferId: 't', attempt: 3 })
        .then([]);
      const again = stateAfter(found, [sent('t'), started('t', 2)]).transfers.get('t');
      expect(again).toMatchObject({ status: 'requested', brokerTransferId: undefined });
    },
  );

  it.each(['CANCELED', 'REJECTED', 'RETURNED'])(
    'stays as operators have ended it when that one is %s, and the broker may still carry it out',
    (word) => {
      const refused = {
        type: 'TransferRefused',
        data: { transferId: 't', code: 'DroppedByOperator' },
      } as const;
      const canceled = { type: 'TransferCanceled.v2', data: { transferId: 't', reason: null } } as const;
      for (const end of [refused, canceled]) {
        const ended = [...inDoubt, end, like, matched];
        given(ended).when(report(word)).then([unmatched]);
        const transfer = stateAfter(ended, [unmatched]).transfers.get('t');
        expect(transfer).toMatchObject({
          submitting: false,
          status: end === refused ? 'refused' : 'canceled',
        });
        expect(transfer && mayBeAtBroker(transfer)).toBe(true);
        given(ended, [unmatched])
          .when(accept("broker's t", { listed: true }))
          .then([
            acceptedAs("broker's t"),
            { ...matched, data: { ...matched.data, brokerTransferId: "broker's t" } },
          ]);
        given(ended, [unmatched]).when(report(word)).thenRefused('TransferNotFound');
      }
    },
  );

  it('has moved its money when that one has, and is returned like any other', () => {
    given(found, [sent('t')])
      .when(report('COMPLETE'))
      .then([settled('t'), { type: 'TransferReleased', data: { transferId: 't' } }]);
    given(found, [sent('t'), settled('t')])
      .when(report('RETURNED'))
      .then([{ type: 'TransferReturned', data: { transferId: 't', reason: null } }]);
    const returned = { type: 'TransferReturned', data: { transferId: 't', reason: null } } as const;
    for (const late of ['RETURNED', 'CANCELED'])
      given(found, [sent('t'), settled('t'), returned])
        .when(report(late))
        .then([]);
  });

  it('counts as what the broker answers with, if that comes later', () => {
    given(found)
      .when(accept("broker's t"))
      .then([acceptedAs("broker's t")]);
    given(found).when(accept('broker’s like it')).then([like]);
    const canceled = { type: 'TransferCanceled.v2', data: { transferId: 't', reason: null } } as const;
    given(found, [accepted('t')])
      .when(report('CANCELED'))
      .then([canceled]);
  });

  it('is canceled when operators have found out that it is that one', () => {
    given(found, [started('t', 2), like])
      .when(report('CANCELED'))
      .then([{ type: 'TransferCanceled.v2', data: { transferId: 't', reason: null } }]);
  });
});
