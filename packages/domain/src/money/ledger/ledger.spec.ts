import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import {
  deposited,
  given,
  linked,
  released,
  requested,
  sent,
  settled,
  stateAfter,
  taken,
} from '../spec-kit/history.js';
import { availableOf, balanceOf, fundsOf, heldOf, postingsOf, totalOf } from './ledger.js';

const returned = (transferId: string): TradingAccountEvent => ({
  type: 'TransferReturned',
  data: { transferId, reason: 'R01' },
});

describe('the ledger', () => {
  const deposit = { direction: 'incoming', amount: 25_000n, settled: false } as const;
  const withdrawal = { direction: 'outgoing', amount: 10_000n, settled: false } as const;

  it('moves money when a transfer settles, from the bank to the cash or the other way', () => {
    expect(totalOf(postingsOf('TransferSettled', deposit), 'cash')).toBe(25_000n);
    expect(totalOf(postingsOf('TransferSettled', deposit), 'bank')).toBe(-25_000n);
    expect(totalOf(postingsOf('TransferSettled', withdrawal), 'cash')).toBe(-10_000n);
    expect(totalOf(postingsOf('TransferSettled', withdrawal), 'bank')).toBe(10_000n);
  });

  it('moves it back when what had settled is returned, and nothing when it had not', () => {
    expect(totalOf(postingsOf('TransferReturned', { ...deposit, settled: true }), 'cash')).toBe(-25_000n);
    expect(totalOf(postingsOf('TransferReturned', { ...withdrawal, settled: true }), 'cash')).toBe(10_000n);
    expect(postingsOf('TransferReturned', deposit)).toEqual([]);
  });

  it('never moves the same money twice', () => {
    expect(postingsOf('TransferSettled', { ...deposit, settled: true })).toEqual([]);
  });

  it.each([
    'TransferRequested',
    'TransferSent',
    'TransferReleased',
    'TransferCanceled.v2',
    'TransferRejected',
    'TransferRefused',
  ] as const)('posts nothing for %s', (type) => {
    expect(postingsOf(type, deposit)).toEqual([]);
  });
});

describe('cash', () => {
  it('is what settled, less what was sent back', () => {
    expect(balanceOf(stateAfter(linked, taken('a', '250.00')))).toBe(0n);
    expect(balanceOf(stateAfter(linked, deposited('a', '250.00')))).toBe(25_000n);
    const after = stateAfter(linked, deposited('a', '250.00'), [returned('a')]);
    expect([balanceOf(after), after.transfers.get('a')?.settled]).toEqual([0n, false]);
  });

  it('may fall below zero by a return, and then nothing is available', () => {
    const account = stateAfter(
      linked,
      deposited('a', '250.00'),
      [...taken('b', '100.00', 'outgoing'), sent('b'), settled('b'), released('b')],
      [returned('a')],
    );
    expect(balanceOf(account)).toBe(-10_000n);
    expect(availableOf(account)).toBe(0n);
  });

  it('comes with what is pending, what is held, and what can be withdrawn', () => {
    const account = stateAfter(
      linked,
      deposited('a', '250.00'),
      [...taken('b', '40.00'), sent('b'), settled('b', '2026-03-09T14:00:00.000Z')],
      [requested('c', '30.00', 'outgoing'), requested('d', '20.00')],
    );
    expect(fundsOf(account.cash, account.transfers.values())).toEqual({
      balance: 29_000n,
      pendingIn: 2_000n,
      pendingOut: 3_000n,
      held: 4_000n,
      available: 22_000n,
    });
  });

  it('lists what is held in the order of release', () => {
    const held = (id: string, until: string | null) => [...taken(id, '40.00'), sent(id), settled(id, until)];
    const account = stateAfter(
      linked,
      deposited('a', '250.00'),
      held('late', '2026-03-10T14:00:00.000Z'),
      held('unknown', null),
      held('early', '2026-03-09T14:00:00.000Z'),
    );
    expect(heldOf(account.transfers.values()).map(({ id }) => id)).toEqual(['early', 'late', 'unknown']);
    const withdrawal = {
      direction: 'outgoing',
      amount: 4_000n,
      status: 'settled',
      heldUntil: undefined,
    } as const;
    expect(heldOf([withdrawal])).toEqual([]);
  });
});

describe('a report of the broker’s cash', () => {
  const report = (brokerCash: string) => ({ type: 'ReportCash' as const, brokerCash });
  const found = (brokerCash: string): TradingAccountEvent => ({
    type: 'CashDifferenceFound',
    data: { brokerCash, ledgerCash: '250.00' },
  });
  const history = [...linked, ...deposited('a', '250.00')];

  it('is ignored when it agrees, and while anything is pending', () => {
    given(history).when(report('250.00')).then([]);
    given(history).when(report('250')).then([]);
    given(history, [requested('b', '10.00')])
      .when(report('0.00'))
      .then([]);
    given(history, taken('b', '10.00')).when(report('0.00')).then([]);
  });

  it('is raised once when it differs, and again when it differs otherwise', () => {
    given(history)
      .when(report('240.00'))
      .then([found('240.00')]);
    given(history, [found('240.00')])
      .when(report('240.00'))
      .then([]);
    given(history, [found('240.00')])
      .when(report('239.00'))
      .then([found('239.00')]);
    given(history, [found('240.00')], deposited('b', '10.00'))
      .when(report('240.00'))
      .then([{ type: 'CashDifferenceFound', data: { brokerCash: '240.00', ledgerCash: '260.00' } }]);
  });

  it('is over once they agree', () => {
    given(history, [found('240.00')])
      .when(report('250.00'))
      .then([{ type: 'CashDifferenceResolved', data: { cash: '250.00' } }]);
    given(history, [found('240.00'), { type: 'CashDifferenceResolved', data: { cash: '250.00' } }])
      .when(report('250.00'))
      .then([]);
  });
});
