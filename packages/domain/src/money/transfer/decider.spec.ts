import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import {
  active,
  deposited,
  given,
  linkAccepted,
  linked,
  linkRequested,
  linkSubmitting,
  reported,
  requested,
  sent,
  settled,
  stateAfter,
  taken,
} from '../spec-kit/history.js';

const request = (
  transferId: string,
  amount: string,
  direction: 'incoming' | 'outgoing' = 'incoming',
  bankLinkId = 'bank',
) => ({
  type: 'RequestTransfer' as const,
  now: '2026-03-02T15:00:00.000Z',
  transferId,
  bankLinkId,
  direction,
  amount,
  tradingDay: '2026-03-02',
  expectedOn: '2026-03-05',
});
describe('asking for a transfer', () => {
  it('records what was asked for, exactly', () => {
    given(linked)
      .when(request('t', '250.00'))
      .then([requested('t', '250.00')]);
  });

  it('decides nothing the second time', () => {
    given(linked, [requested('t', '250.00')])
      .when(request('t', '250.00'))
      .then([]);
  });

  it.each([
    ['there is no account', [], 'BankLinkNotFound'],
    [
      'the account is not active any more',
      [...linked, reported('ACCOUNT_CLOSED', '2026-03-03T00:00:00Z')],
      'TradingAccountNotReady',
    ],
    [
      'the bank link waits for its bank',
      [...active, linkRequested('bank'), linkSubmitting('bank'), linkAccepted('bank', 'QUEUED')],
      'BankLinkNotReady',
    ],
    ['the bank link has not come to the broker', [...active, linkRequested('bank')], 'BankLinkNotReady'],
    ['the bank link was replaced', [...linked, linkRequested('bank-2', 'bank')], 'BankLinkNotFound'],
    [
      'the bank link was refused',
      [...active, linkRequested('bank'), linkSubmitting('bank'), linkAccepted('bank', 'REJECTED')],
      'BankLinkNotFound',
    ],
  ] as const)('is refused when %s', (_when, history, code) => {
    given(history).when(request('t', '250.00')).thenRefused(code);
  });

  it('is refused through a link that is not theirs, and for zero', () => {
    given(linked)
      .when(request('t', '250.00', 'incoming', 'elsewhere'))
      .thenRefused('BankLinkNotFound');
    given(linked).when(request('t', '0.00')).thenRefused('InvalidRequest');
    given(linked).when(request('t', '-1.00')).thenRefused('InvalidRequest');
  });
});

describe('limits of a day', () => {
  const many = { transfersPerDay: 10, centsPerDay: 5_000_000n };

  it('allow one transfer in each direction', () => {
    given(linked, [requested('a', '10.00')])
      .when(request('t', '10.00'))
      .thenRefused('TransferDayTaken');
    given(linked, deposited('a', '50.00'), [requested('b', '10.00')])
      .when(request('t', '10.00', 'outgoing'))
      .then([requested('t', '10.00', 'outgoing')]);
    given(linked, [requested('a', '10.00')])
      .when(request('t', '10.00'), many)
      .then([requested('t', '10.00')]);
  });

  it('start again the next day', () => {
    given(linked, [requested('a', '50000.00', 'incoming', '2026-02-27')])
      .when(request('t', '50000.00'))
      .then([requested('t', '50000.00')]);
  });

  it('are $50,000 of both directions together, to the cent', () => {
    given(linked)
      .when(request('t', '50000.00'))
      .then([requested('t', '50000.00')]);
    given(linked).when(request('t', '50000.01')).thenRefused('TransferLimitExceeded');
    const history = [...linked, ...deposited('a', '40000.00'), requested('b', '20000.00', 'outgoing')];
    given(history)
      .when(request('t', '30000.00'))
      .then([requested('t', '30000.00')]);
    given(history).when(request('t', '30000.01')).thenRefused('TransferLimitExceeded');
  });

  it('say what is left', () => {
    const account = stateAfter(linked, [requested('a', '49000.00')]);
    expect(decide(request('t', '1000.01'), account, many)).toMatchObject({
      message:
        'The limit is $50,000.00 per trading day, and you have $1,000.00 left. Choose a smaller amount, or come back after 4 p.m. ET on Monday, Mar 2.',
    });
  });

  it('say when another transfer is possible', () => {
    const account = stateAfter(linked, [requested('a', '10.00')]);
    expect(decide(request('t', '10.00'), account)).toMatchObject({
      message:
        'You’ve already requested a deposit for this trading day. The broker allows one transfer in each direction per trading day. Come back after 4 p.m. ET on Monday, Mar 2.',
    });
    const withdrawn = stateAfter(linked, [...deposited('a', '40.00'), requested('b', '10.00', 'outgoing')]);
    expect(decide(request('t', '10.00', 'outgoing'), withdrawn)).toMatchObject({
      message: expect.stringContaining('You’ve already requested a withdrawal for this trading day.'),
    });
    const three = stateAfter(
      linked,
      ['a', 'b', 'c'].map((id) => requested(id, '10.00')),
    );
    expect(decide(request('t', '10.00'), three, { ...many, transfersPerDay: 3 })).toMatchObject({
      message: expect.stringContaining(
        'You’ve already requested 3 deposits for this trading day. The broker allows 3 transfers in each direction per trading day.',
      ),
    });
  });

  it('do not count transfers that failed', () => {
    const refused: TradingAccountEvent = { type: 'TransferRefused', data: { transferId: 't1', code: 'x' } };
    const rejected: TradingAccountEvent = {
      type: 'TransferRejected',
      data: { transferId: 't2', reason: null },
    };
    const off: TradingAccountEvent = {
      type: 'TransferCanceled.v2',
      data: { transferId: 't3', reason: null },
    };
    for (const [id, end] of [
      ['t1', refused],
      ['t2', rejected],
      ['t3', off],
    ] as const) {
      given(linked, [requested(id, '50000.00'), end])
        .when(request('t', '50000.00'))
        .then([requested('t', '50000.00')]);
    }
  });

  it('count a transfer that was returned', () => {
    const back: TradingAccountEvent = { type: 'TransferReturned', data: { transferId: 'a', reason: 'R01' } };
    given(linked, taken('a', '50000.00'), [back]).when(request('t', '0.01')).thenRefused('TransferDayTaken');
  });
});

describe('a withdrawal', () => {
  it('may be the whole balance, and not a cent more', () => {
    const history = [...linked, ...deposited('a', '250.00')];
    given(history)
      .when(request('t', '250.00', 'outgoing'))
      .then([requested('t', '250.00', 'outgoing')]);
    given(history)
      .when(request('t', '250.01', 'outgoing'))
      .thenRefused('CashInsufficient');
  });

  it('says how much is available', () => {
    const account = stateAfter(linked, deposited('a', '250.00'));
    expect(decide(request('t', '300.00', 'outgoing'), account)).toMatchObject({
      message: expect.stringContaining('up to $250.00'),
    });
  });

  it.each([
    [
      'another withdrawal that is under way',
      [...deposited('a', '250.00'), requested('b', '200.00', 'outgoing', '2026-02-27')],
    ],
    ['a deposit that is still on its way', taken('a', '250.00')],
    [
      'a deposit that is held',
      [...taken('a', '250.00'), sent('a'), settled('a', '2026-03-09T14:00:00.000Z')],
    ],
    [
      'a deposit that came back',
      [...deposited('a', '250.00'), { type: 'TransferReturned', data: { transferId: 'a', reason: 'R01' } }],
    ],
  ] as const)('cannot spend %s', (_what, history) => {
    given(linked, history)
      .when(request('t', '100.00', 'outgoing'))
      .thenRefused('CashInsufficient');
  });
});
