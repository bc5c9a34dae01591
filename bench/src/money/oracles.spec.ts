import { initialState, type TradingAccount, type Transfer } from '@groundswell/domain/money';
import { describe, expect, it } from 'vitest';
import type { BrokerSide } from './check.js';
import { differencesOf } from './differences.js';
import { obstacleIn, type View } from './view.js';

const transfer = (change: Partial<Transfer>): Transfer => ({
  ...{ id: 'ours', bankLinkId: 'link', direction: 'incoming', amount: 500n, tradingDay: '2026-11-20' },
  ...{ status: 'available', submitting: false, attempts: 1, unknown: false, doubted: false, settled: true },
  ...{ brokerTransferId: 'theirs', matchedId: undefined, cancellationRequested: false, heldUntil: undefined },
  ...change,
});
const accountOf = (transfers: readonly Transfer[], change: Partial<TradingAccount> = {}): TradingAccount => ({
  ...initialState,
  brokerAccountId: 'account',
  cash: 500n,
  transfers: new Map(transfers.map((one) => [one.id, one])),
  ...change,
});
const held = (id: string, status = 'COMPLETE') => ({
  ...{ id, status, account_id: 'account', amount: '5', direction: 'INCOMING' },
});
const brokerWith = (cash: string, ...ids: string[]): BrokerSide => ({
  transfers: ids.map((id) => held(id)),
  accounts: new Map([['account', { cash, postings: [] }]]),
});
const doubtful = transfer({
  ...{ status: 'requested', submitting: true, unknown: true, brokerTransferId: undefined },
});

describe('a difference between bank and ledger', () => {
  it.each([
    ['a deposit that nobody asked for', accountOf([transfer({})]), brokerWith('5', 'theirs', 'more'), 'more'],
    ['one whose outcome is not known', accountOf([doubtful], { cash: 0n }), brokerWith('0'), 'ours'],
    ['cash', accountOf([transfer({})]), brokerWith('7', 'theirs'), 'ledger differs'],
  ])('is untold as long as no operator is told of it: %s', (_what, account, broker, said) => {
    expect(differencesOf(account, broker, new Set()).untold).toContain(said);
  });

  it.each([
    ['nothing differs', accountOf([transfer({})]), brokerWith('5', 'theirs'), []],
    [
      'a stranger has a job',
      accountOf([transfer({})]),
      brokerWith('10', 'theirs', 'more'),
      ['explain-transfer.more'],
    ],
    [
      'a doubt has a job',
      accountOf([doubtful], { cash: 0n }),
      brokerWith('5', 'more'),
      ['submit-transfer.ours'],
    ],
    [
      'the next one waits behind a doubt',
      accountOf([doubtful, transfer({ ...doubtful, id: 'next', submitting: false })], { cash: 0n }),
      brokerWith('0'),
      ['submit-transfer.ours'],
    ],
    [
      'the cash is told to differ',
      accountOf([transfer({})], { difference: { brokerCash: '7.00', ledgerCash: '5.00' } }),
      brokerWith('7', 'theirs'),
      [],
    ],
  ])('is told: %s', (_what, account, broker, told) => {
    const parked = new Set(['explain-transfer.more', 'submit-transfer.ours']);
    expect(differencesOf(account, broker, parked)).toEqual({ untold: undefined, told });
  });
});

describe('what a customer sees', () => {
  const view: View = {
    balance: { cash_balance: '5.00', pending_in: '0.00', pending_out: '0.00' },
    entries: [{ amount: '5.00', balance: '5.00' }],
    transfers: [{ id: 'ours', direction: 'incoming', amount: '5.00', status: 'available' }],
  };
  const account = accountOf([transfer({})]);
  const bank = { cash: '5', postings: [{ transfer_id: 'theirs', net_amount: '5' }] };

  it('matches what the bank has moved', () => {
    expect(obstacleIn(view, account, bank)).toBeUndefined();
  });

  const returned = [...bank.postings, { transfer_id: 'theirs', net_amount: '-5' }];
  it.each([
    ['the bank has other cash', view, { ...bank, cash: '10' }],
    ['the bank has sent it back', view, { ...bank, postings: returned }],
    ['it was debited for one that is shown as refused', withStatus('refused'), bank],
    [
      'a balance is shown that is not there',
      { ...view, balance: { ...view.balance, cash_balance: '6.00' } },
      bank,
    ],
    ['something is still on its way', { ...view, balance: { ...view.balance, pending_in: '5.00' } }, bank],
    ['the activity leaves something out', { ...view, entries: [] }, bank],
    ['a transfer is missing', { ...view, transfers: [] }, bank],
  ])('does not match: %s', (_what, shown, at) => {
    expect(obstacleIn(shown, account, at)).toBeDefined();
  });

  function withStatus(status: string): View {
    return { ...view, transfers: view.transfers.map((one) => ({ ...one, status })) };
  }
});
