import { refuse, type TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { decide } from '../decider.js';
import { active, atBroker, linked, reported, stateAfter, submitting } from '../spec-kit/history.js';
import { refusedUnlessActive } from './decider.js';
import { statusOfAccount, unsettledApplication } from './status.js';

const transferOver = (bankLinkId: string) => ({
  type: 'RequestTransfer' as const,
  now: '2026-03-02T15:00:00.000Z',
  transferId: 'transfer-1',
  bankLinkId,
  direction: 'incoming' as const,
  amount: '10.00',
  tradingDay: '2026-03-02',
  expectedOn: '2026-03-05',
});
const linkInsteadOf = (replaces: string) => ({
  type: 'RequestBankLink' as const,
  look: { proven: true, ownerMatches: true, withdrawableFrom: null },
  bankLinkId: 'next',
  accountType: 'checking' as const,
  ending: '1111',
  replaces,
});

describe('the account status people see', () => {
  it.each([
    ['requested', undefined, 'requested'],
    ['submitting', undefined, 'requested'],
    ['refused', undefined, 'action_required'],
    ['accepted', 'SUBMITTED', 'submitted'],
    ['accepted', 'SUBMISSION_FAILED', 'submitted'],
    ['accepted', 'APPROVAL_PENDING', 'in_review'],
    ['accepted', 'ACTION_REQUIRED', 'action_required'],
    ['accepted', 'APPROVED', 'approved'],
    ['accepted', 'ACTIVE', 'active'],
    ['accepted', 'ACCOUNT_UPDATED', 'in_review'],
    ['accepted', 'REJECTED', 'declined'],
    ['accepted', 'ACCOUNT_CLOSED', 'closed'],
    ['accepted', 'MOONSTRUCK', 'submitted'],
  ] as const)('is, when %s with %s: %s', (stage, brokerStatus, status) => {
    expect(statusOfAccount({ stage, brokerStatus, wasActive: false })).toBe(status);
  });

  it.each([
    ['ACTIVE', 'active'],
    ['ACCOUNT_UPDATED', 'under_review'],
    ['SUBMITTED', 'under_review'],
    ['APPROVAL_PENDING', 'under_review'],
    ['APPROVED', 'under_review'],
    ['ACTION_REQUIRED', 'restricted'],
    ['REJECTED', 'closed'],
    ['DISABLED', 'closed'],
    ['ACCOUNT_CLOSED', 'closed'],
  ])('is never an application again once it was active: %s is %s', (word, status) => {
    const { application, brokerStatus, wasActive } = stateAfter(active, [reported(word)]);
    expect(statusOfAccount({ stage: application?.stage ?? 'refused', brokerStatus, wasActive })).toBe(status);
  });

  it('remembers that it was active, also when the broker opened it at once', () => {
    expect(stateAfter(atBroker, [reported('APPROVED')]).wasActive).toBe(false);
    expect(stateAfter(active, [reported('ACCOUNT_UPDATED')]).wasActive).toBe(true);
    const openedAtOnce: TradingAccountEvent = {
      type: 'ApplicationAccepted.v2',
      data: {
        applicationId: 'application-1',
        brokerAccountId: 'broker-1',
        status: 'ACTIVE',
        reportedAt: null,
      },
    };
    expect(stateAfter(submitting, [openedAtOnce]).wasActive).toBe(true);
  });

  it('shows what was sent with an application until the account was open', () => {
    expect(unsettledApplication(stateAfter(atBroker, [reported('ACTION_REQUIRED')]))?.id).toBe(
      'application-1',
    );
    expect(unsettledApplication(stateAfter(active, [reported('ACCOUNT_UPDATED')]))).toBeUndefined();
    expect(unsettledApplication(stateAfter(atBroker, [reported('ACCOUNT_CLOSED')]))).toBeUndefined();
  });

  it.each([
    [
      'ACCOUNT_UPDATED',
      'The broker is reviewing your account. It stays open. Try again once the review is over.',
    ],
    [
      'ACTION_REQUIRED',
      'The broker needs something from you before money can move again. See your account page.',
    ],
    ['ACCOUNT_CLOSED', 'Your trading account is closed. You can’t move money in or out of it.'],
  ])('is also why no money can move: %s', (word, message) => {
    const account = stateAfter(linked, [reported(word)]);
    for (const command of [transferOver('bank'), linkInsteadOf('bank')])
      expect(decide(command, account)).toEqual({ refused: 'TradingAccountNotReady', message });
  });

  it('lets money move only when it is active', () => {
    const notReady = refuse('TradingAccountNotReady');
    expect(refusedUnlessActive(stateAfter())).toEqual(notReady);
    expect(refusedUnlessActive(stateAfter(atBroker, [reported('APPROVED')]))).toEqual(notReady);
    expect(refusedUnlessActive(stateAfter(active))).toBeUndefined();
  });
});
