import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { initialState, type TradingAccount, type Transfer } from '@groundswell/domain/money';
import { describe, expect, it } from 'vitest';
import type { LoadedAccount } from '../../shared/accounts.js';
import { whyNotAdoptable } from './adoptable.js';

const ours = { id: 't', bankLinkId: 'link', direction: 'incoming', amount: 500n } as Transfer;
const loaded = {
  state: {
    ...initialState,
    bankLinks: new Map([['link', { relationshipId: 'relationship' }]]),
  } as unknown as TradingAccount,
  events: [
    {
      type: 'TransferRequested',
      data: { transferId: 't' },
      metadata: { occurredAt: '2026-11-25T15:00:00.000Z' },
    },
  ],
} as unknown as LoadedAccount;
const made = (change: Partial<MadeTransfer> = {}): MadeTransfer => ({
  ...{ id: 'b', status: 'COMPLETE', accountId: 'account', relationshipId: 'relationship', type: 'ach' },
  ...{ direction: 'INCOMING', amount: '5.00', reason: undefined, updatedAt: undefined, holdUntil: undefined },
  createdAt: new Date('2026-11-25T14:00:00.000Z'),
  ...change,
});

describe('a transfer of the broker that operators name', () => {
  it('is adopted if it may be ours, also if the broker does not say over which bank', () => {
    expect(whyNotAdoptable(loaded, ours, made())).toBeUndefined();
    expect(whyNotAdoptable(loaded, ours, made({ relationshipId: undefined }))).toBeUndefined();
  });

  it.each([
    ['another amount', { amount: '5.01' }],
    ['another amount or direction', { direction: 'OUTGOING' }],
    ['wire', { type: 'wire' }],
    ['another bank account', { relationshipId: 'another' }],
    ['more than a day before', { createdAt: new Date('2026-11-24T14:59:59.000Z') }],
  ] as const)('is not adopted if it cannot be ours: %s', (words, change) => {
    expect(whyNotAdoptable(loaded, ours, made(change))).toContain(words);
  });
});
