import { tradingAccountStatuses } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { accountWords, canLinkBank, whyNoTransfers } from './account-words.js';

describe('messages when money cannot move', () => {
  it('tell a person without an account to open one', () => {
    expect(accountWords(undefined)).toEqual({
      title: 'Your trading account isn’t open yet.',
      text: 'You can move money once it’s open and your bank is linked.',
      action: 'Open your account',
      transfers: 'No transfers until your account is open',
    });
  });

  it.each(['declined', 'closed'] as const)(
    'never tell the owner of an account that is %s to open one later',
    (status) => {
      const words = Object.values(accountWords(status) ?? {}).join(' ');

      expect(words).toContain(
        status === 'closed' ? 'Your trading account is closed.' : 'The broker didn’t open a trading account.',
      );
      expect(words).not.toMatch(/yet|once it is|how far/);
    },
  );

  it.each([
    ['under_review', 'The broker is reviewing your account.', 'See your account'],
    ['restricted', 'The broker needs something from you.', 'See what is needed'],
  ] as const)(
    'never tell the owner of an account that is %s, and was open, to open one',
    (status, title, action) => {
      const words = accountWords(status);

      expect(words).toMatchObject({ title, action });
      expect(words?.text).toMatch(/^(It|Your account) stays open, and your money hasn’t moved\. /);
    },
  );

  it.each(['requested', 'submitted', 'in_review', 'action_required', 'approved'] as const)(
    'say that an account that is %s is not open yet',
    (status) => {
      expect(accountWords(status)).toMatchObject({
        title: 'Your trading account isn’t open yet.',
        action: 'See status',
      });
    },
  );

  it('say nothing about an open account', () => {
    expect(accountWords('active')).toBeUndefined();
  });
});

describe('a bank', () => {
  it.each([undefined, ...tradingAccountStatuses])(
    'can be linked unless the account has ended: %s',
    (status) => {
      expect(canLinkBank(status)).toBe(status !== 'declined' && status !== 'closed');
    },
  );
});

describe('a transfer', () => {
  it.each([
    [undefined, 'No transfers until your account is open'],
    ['in_review', 'No transfers until your account is open'],
    ['under_review', 'No transfers during the review'],
    ['restricted', 'No transfers until this is resolved'],
    ['declined', 'No transfers without an account'],
    ['closed', 'No transfers from a closed account'],
  ] as const)('is not offered by an account that is %s: %s', (status, why) => {
    expect(whyNoTransfers(status)).toBe(why);
  });

  it('is offered by an account that is open', () => {
    expect(whyNoTransfers('active')).toBeUndefined();
  });
});
