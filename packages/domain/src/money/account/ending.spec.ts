import type { CashCause, TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { evolve } from '../evolve.js';
import { initialState } from '../state.js';
import { decideEnding, lastSettlementOf } from './ending.js';

const now = new Date('2026-11-20T15:00:00.000Z');
const ending = (...given: readonly TradingAccountEvent[]) =>
  decideEnding(given.reduce(evolve, initialState), { now, lastSettlement: undefined, unexplained: [] });

const applicationId = 'application';
const bankLinkId = 'link';
const transferId = 'transfer';
const applied: TradingAccountEvent = {
  type: 'TradingAccountRequested',
  data: { applicationId, agreementVersion: '1' },
};
const opened: TradingAccountEvent = {
  type: 'ApplicationAccepted.v2',
  data: { applicationId, brokerAccountId: 'account', status: 'ACTIVE', reportedAt: null },
};
const asked: TradingAccountEvent = {
  type: 'BankLinkRequested',
  data: { bankLinkId, accountType: 'checking', ending: '6789', replaces: null },
};
const submitting: TradingAccountEvent = { type: 'BankLinkSubmissionStarted', data: { bankLinkId } };
const linked: TradingAccountEvent = {
  type: 'BankLinkAccepted',
  data: { bankLinkId, relationshipId: 'relationship', status: 'APPROVED' },
};
const removal: TradingAccountEvent = { type: 'BankLinkRemovalRequested', data: { bankLinkId } };
const deposit: TradingAccountEvent = {
  type: 'TransferRequested',
  data: {
    transferId,
    bankLinkId,
    direction: 'incoming',
    amount: '5.00',
    tradingDay: '2026-11-20',
    expectedOn: '2026-11-25',
  },
};

describe('the end of a trading account', () => {
  it('records nothing without an account, and nothing the second time', () => {
    expect(ending()).toEqual([]);
    expect(ending(applied, opened, asked, submitting, linked, removal)).toEqual([]);
  });

  it('cancels an application that waits', () => {
    expect(ending(applied)).toEqual([
      { type: 'ApplicationRefused', data: { applicationId, code: 'DroppedByOperator' } },
    ]);
  });

  it('is refused while the broker may have an application that it was asked about', () => {
    const begun: TradingAccountEvent = { type: 'ApplicationSubmissionStarted', data: { applicationId } };
    expect(ending(applied, begun)).toMatchObject({
      refused: 'TradingAccountNotReady',
      message: expect.stringContaining('asking the broker about this application'),
    });
  });

  it('ends a bank link at the broker, or only here when the broker never had it', () => {
    expect(ending(applied, opened, asked, submitting, linked)).toEqual([removal]);
    expect(ending(applied, opened, asked)).toEqual([
      removal,
      { type: 'BankLinkRemoved', data: { bankLinkId } },
    ]);
  });

  it('is refused while the broker is asked about a bank link', () => {
    expect(ending(applied, opened, asked, submitting)).toMatchObject({ refused: 'BankLinkNotReady' });
  });

  it('is refused while there is money, here or in a pending transfer', () => {
    const before = [applied, opened, asked, submitting, linked, deposit];
    const settled: TradingAccountEvent = { type: 'TransferSettled', data: { transferId, heldUntil: null } };
    expect(ending(...before)).toMatchObject({ refused: 'MoneyUnderWay' });
    expect(ending(...before, settled)).toMatchObject({ refused: 'MoneyUnderWay' });
  });

  it('is refused while the broker has other cash than the ledger, until both agree', () => {
    const found: TradingAccountEvent = {
      type: 'CashDifferenceFound',
      data: { brokerCash: '7.00', ledgerCash: '0.00' },
    };
    const resolved: TradingAccountEvent = { type: 'CashDifferenceResolved', data: { cash: '0.00' } };
    expect(ending(applied, opened, found)).toMatchObject({
      refused: 'MoneyUnderWay',
      message: expect.stringContaining('The broker has 7.00, the ledger 0.00'),
    });
    expect(ending(applied, opened, found, resolved)).toEqual([]);
  });

  it('is refused for the sixty days in which a bank may send a transfer back, though the cash is zero', () => {
    const after = (lastSettlement: Date) =>
      decideEnding([applied, opened].reduce(evolve, initialState), { now, lastSettlement, unexplained: [] });
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
    expect(after(days(1))).toMatchObject({
      refused: 'MoneyUnderWay',
      message: expect.stringContaining('until 2027-01-18'),
    });
    expect(after(new Date(days(60).getTime() + 1))).toMatchObject({ refused: 'MoneyUnderWay' });
    expect(after(days(60))).toEqual([]);
  });

  it('is refused while the broker has a transfer that was not requested here, and no one has answered its job', () => {
    const account = [applied, opened].reduce(evolve, initialState);
    const unexplained = ['explain-transfer.7'];
    expect(decideEnding(account, { now, lastSettlement: undefined, unexplained })).toMatchObject({
      refused: 'MoneyUnderWay',
      message: expect.stringContaining('parked show explain-transfer.7'),
    });
  });

  it('counts these days from an adjustment by a transfer made at the broker, which the bank may return as well', () => {
    const at = '2026-11-19T15:00:00.000Z';
    const adjusted = (cause: CashCause) => {
      const data = { cents: 700, cause, brokerCash: '7.00', ledgerCash: '0.00', by: 'ops-2' };
      return { type: 'CashAdjusted', data, metadata: { occurredAt: at } } as const;
    };
    expect(lastSettlementOf([adjusted('transfer')])).toEqual(new Date(at));
    expect(lastSettlementOf([adjusted('dividend')])).toBeUndefined();
  });

  it.each([
    [
      'voided a transfer',
      { type: 'TransferDecisionConfirmed.v2', data: { kind: 'voided', transferId, attempt: 1, by: 'ops-2' } },
    ],
    [
      'decided that it was not made',
      {
        type: 'TransferDecisionConfirmed.v2',
        data: { kind: 'not made', transferId, attempt: 1, by: 'ops-2' },
      },
    ],
    ['settled one', { type: 'TransferSettled', data: { transferId, heldUntil: null } }],
  ] as const)('counts these days from the moment that operators or the broker %s', (_what, event) => {
    const metadata = { occurredAt: '2026-11-19T15:00:00.000Z' };
    const back = { type: 'TransferReturned', data: { transferId, reason: null }, metadata } as const;
    expect(lastSettlementOf([{ ...event, metadata }])).toEqual(new Date(metadata.occurredAt));
    expect(lastSettlementOf([{ ...event, metadata }, back])).toBeUndefined();
  });

  it('counts these days from the last of several, of which one that came back is none', () => {
    const at = (transferId: string, occurredAt: string) =>
      ({
        settled: { type: 'TransferSettled', data: { transferId, heldUntil: null }, metadata: { occurredAt } },
        returned: { type: 'TransferReturned', data: { transferId, reason: null }, metadata: { occurredAt } },
      }) as const;
    const first = at('first', '2026-11-01T15:00:00.000Z');
    const second = at('second', '2026-11-09T15:00:00.000Z');
    const third = at('third', '2026-11-19T15:00:00.000Z');
    const events = [first.settled, second.settled, third.settled, third.returned];
    expect(lastSettlementOf(events)).toEqual(new Date('2026-11-09T15:00:00.000Z'));
  });
});
