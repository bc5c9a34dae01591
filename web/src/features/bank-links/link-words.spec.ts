import { describe, expect, it } from 'vitest';
import { type BankLink, refusalText, sorted, waitingText } from './link-words.js';

const link = (id: string, status: BankLink['status']): BankLink => ({
  id,
  status,
  name: 'Checking account',
  account_number: '••••6789',
  account_type: 'checking',
  reason: null,
  requested_at: '2026-11-20T15:00:00.000Z',
  withdrawable_from: null,
  owner_in_question: false,
});

describe('bank links', () => {
  it('have one that counts: the one that is there or on its way', () => {
    const links = [link('c', 'refused'), link('b', 'approved'), link('a', 'replaced')];

    expect(sorted(links).current?.id).toBe('b');
    expect(sorted(links).earlier.map(({ id }) => id)).toEqual(['c', 'a']);
  });

  it('show a refused one until another takes its place, and nothing once it is removed', () => {
    expect(sorted([link('b', 'refused'), link('a', 'replaced')]).current?.id).toBe('b');
    expect(sorted([link('a', 'removed')]).current).toBeUndefined();
  });

  it('say what to do about a refusal, and what the bank said when those are words', () => {
    expect(refusalText('Name does not match')).toMatch(/^Your bank said: Name does not match\. Check/);
    expect(refusalText('RoutingNumberRefused')).toMatch(/^The broker doesn’t recognize this routing number/);
    expect(refusalText(null)).toMatch(/link another account\.$/);
  });

  it('say from when on they can be withdrawn to, until then, and that a name is being checked', () => {
    const held = { ...link('a', 'approved'), withdrawable_from: '2026-11-28T14:30:00.000Z' };
    const told = ['You can withdraw to this bank from Nov 28, 2026, 9:30 AM ET. Deposits aren’t affected.'];
    expect(waitingText(held, new Date('2026-11-28T14:29:59.999Z'))).toEqual(told);
    expect(waitingText(held, new Date('2026-11-28T14:30:00.000Z'))).toEqual([]);
    expect(waitingText({ ...held, status: 'replaced' }, new Date(0))).toEqual([]);
    expect(waitingText({ ...link('a', 'pending'), owner_in_question: true }, new Date(0))).toEqual([
      expect.stringMatching(/until we’ve checked it/),
    ]);
    expect(waitingText({ ...held, owner_in_question: true }, new Date(0))).toEqual([
      expect.stringMatching(/until we’ve checked it/),
      'Once we’ve accepted it, you can withdraw from Nov 28, 2026, 9:30 AM ET at the earliest.',
    ]);
  });
});
