import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { evolve, initialState } from '@groundswell/domain/money';
import { describe, expect, it } from 'vitest';
import type { LoadedAccount } from '../../shared/accounts.js';
import { strangersIn } from './strangers.js';

const transferId = 'transfer-1';
const at = '2026-11-25T15:00:00.000Z';
/** A deposit of one dollar that was sent, not answered, and then decided on: the broker made nothing. */
const history = [
  { type: 'TradingAccountRequested', data: { applicationId: 'a', agreementVersion: '1' } },
  { type: 'ApplicationSubmissionStarted', data: { applicationId: 'a' } },
  {
    type: 'ApplicationAccepted.v2',
    data: { applicationId: 'a', brokerAccountId: 'b', status: 'ACTIVE', reportedAt: null },
  },
  {
    type: 'BankLinkRequested',
    data: { bankLinkId: 'link', accountType: 'checking', ending: '1234', replaces: null },
  },
  { type: 'BankLinkSubmissionStarted', data: { bankLinkId: 'link' } },
  {
    type: 'BankLinkAccepted',
    data: { bankLinkId: 'link', relationshipId: 'relationship', status: 'APPROVED' },
  },
  {
    type: 'TransferRequested',
    data: {
      transferId,
      bankLinkId: 'link',
      direction: 'incoming',
      amount: '1.00',
      tradingDay: '2026-11-25',
      expectedOn: '2026-12-01',
    },
  },
  { type: 'TransferSubmissionStarted', data: { transferId, attempt: 1 } },
  { type: 'TransferOutcomeUnknown', data: { transferId, attempt: 1 } },
];
const resolved = {
  type: 'TransferRefused',
  data: { transferId, code: 'DroppedByOperator' },
};

const loaded = (events: readonly object[]) => {
  const recorded = events.map((event) => ({ ...event, metadata: { occurredAt: at } }));
  const state = recorded.reduce((known, event) => evolve(known, event as never), initialState);
  return { state, events: recorded } as unknown as LoadedAccount;
};

const made = (id: string, amount: string): MadeTransfer => ({
  id,
  status: 'COMPLETE',
  accountId: 'b',
  relationshipId: 'relationship',
  type: 'ach',
  direction: 'INCOMING',
  amount,
  reason: undefined,
  createdAt: new Date('2026-11-25T15:00:20.000Z'),
  updatedAt: undefined,
  holdUntil: undefined,
});
const idsOf = (found: ReturnType<typeof strangersIn>) => found?.map(({ id }) => id);

describe('a transfer at the broker that Groundswell didn’t request', () => {
  it('does not include one that ours may have made, even when an operator has just decided otherwise', () => {
    const list = [made('late', '1.00'), made('other', '2.00')];
    expect(idsOf(strangersIn(loaded([...history, resolved]), list, new Set()))).toEqual(['other']);
  });

  it('includes one of two that ours may have made', () => {
    const list = [made('late', '1.00'), made('later', '1.00')];
    expect(idsOf(strangersIn(loaded([...history, resolved]), list, new Set()))).toEqual(['later']);
  });

  it('stays a stranger once it was reported', () => {
    const list = [made('late', '1.00')];
    expect(idsOf(strangersIn(loaded([...history, resolved]), list, new Set(['late'])))).toEqual(['late']);
  });

  it('does not include one like a transfer that is still to be sent: if the log is an older copy, it was sent before', () => {
    const list = [made('early', '1.00'), made('other', '2.00')];
    expect(idsOf(strangersIn(loaded(history.slice(0, -2)), list, new Set()))).toEqual(['other']);
  });

  it('is not reported while the outcome of one of ours is unknown, whatever is known of others', () => {
    expect(strangersIn(loaded(history), [made('late', '1.00')], new Set())).toBeUndefined();
    const second = { ...history[6], data: { ...history[6]?.data, transferId: 'transfer-2' } };
    expect(strangersIn(loaded([...history, second]), [made('late', '1.00')], new Set())).toBeUndefined();
  });

  it('is not one that ours is known to be, nor one that moves no money', () => {
    const data = { transferId, brokerTransferId: 'own', status: 'COMPLETE' };
    const known = [...history, { type: 'TransferAccepted', data }];
    const list = [made('own', '1.00'), { ...made('canceled', '2.00'), status: 'CANCELED' }];
    expect(strangersIn(loaded(known), list, new Set())).toEqual([]);
  });
});
