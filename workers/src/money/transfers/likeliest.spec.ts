import type { Transfer } from '@groundswell/broker';
import { describe, expect, it } from 'vitest';
import { likeliestOf } from './likeliest.js';

const made = (id: string, status: string): Transfer => ({
  id,
  status,
  accountId: 'account',
  relationshipId: 'link',
  type: 'ach',
  direction: 'INCOMING',
  amount: '5.00',
  reason: undefined,
  createdAt: new Date(0),
  updatedAt: undefined,
  holdUntil: undefined,
});

describe('several transfers that may be ours', () => {
  it.each([
    ['the oldest', ['COMPLETE', 'QUEUED'], 0],
    ['one that moves money before those that do not', ['CANCELED', 'REJECTED', 'RETURNED', 'PENDING'], 3],
    ['one in a status that we do not know before one that has ended', ['EXPIRED', 'SOMETHING_NEW'], 1],
    ['the oldest when all have ended', ['RETURNED', 'CANCELED'], 0],
  ] as const)('%s is adopted', (_, statuses, taken) => {
    const matches = statuses.map((status, index) => made(String(index), status));
    expect(likeliestOf(matches)?.id).toBe(String(taken));
  });

  it('nothing is adopted when there is none', () => {
    expect(likeliestOf([])).toBeUndefined();
  });
});
