import { describe, expect, it } from 'vitest';
import { matchesOf } from './matching.js';
import type { Transfer } from './transfer.js';

const sentAt = new Date('2026-11-20T15:00:00Z');
const attempt = { relationshipId: 'link', direction: 'INCOMING', amount: '250.00', sentAt } as const;

const transfer = (change: Partial<Transfer>): Transfer => ({
  id: 'one',
  accountId: 'account',
  relationshipId: 'link',
  type: 'ach',
  direction: 'INCOMING',
  amount: '250.00',
  status: 'QUEUED',
  reason: undefined,
  createdAt: new Date('2026-11-20T15:00:01Z'),
  updatedAt: undefined,
  holdUntil: undefined,
  ...change,
});

describe('an attempt whose outcome is unknown', () => {
  it('matches the transfer it made, whatever its status, and even when the clocks differ', () => {
    for (const change of [
      {},
      { status: 'RETURNED' },
      { relationshipId: undefined },
      { type: undefined },
      { type: 'ACH' },
      { direction: 'incoming' },
      { createdAt: new Date('2026-11-19T15:00:00Z') },
    ]) {
      expect(matchesOf(attempt, [transfer(change)], new Set())).toHaveLength(1);
    }
  });

  it.each([
    [{ amount: '250.01' }],
    [{ direction: 'OUTGOING' }],
    [{ relationshipId: 'other' }],
    [{ type: 'wire', relationshipId: undefined }],
    [{ type: 'WIRE', relationshipId: undefined }],
    [{ createdAt: new Date('2026-11-19T14:59:59Z') }],
  ])('does not match another one: %j', (change) => {
    expect(matchesOf(attempt, [transfer(change)], new Set())).toEqual([]);
  });

  it('does not match transfers of other attempts, and lists the oldest first', () => {
    const later = transfer({ id: 'two', createdAt: new Date('2026-11-20T15:00:05Z') });
    expect(matchesOf(attempt, [later, transfer({})], new Set()).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(matchesOf(attempt, [later, transfer({})], new Set(['one'])).map(({ id }) => id)).toEqual(['two']);
  });
});
