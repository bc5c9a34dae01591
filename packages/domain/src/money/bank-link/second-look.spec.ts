import type { TradingAccountEvent } from '@groundswell/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SecondLook } from '../commands.js';
import { decide } from '../decider.js';
import { holdFrom, withdrawableFrom } from '../hold/hold.js';
import {
  active,
  deposited,
  given,
  linkAccepted,
  linked,
  linkRequested,
  linkSubmitting,
  requested,
  stateAfter,
  vote,
  votedUntil,
} from '../spec-kit/history.js';

const until = '2026-03-05T15:00:00.000Z';
const fine: SecondLook = { proven: true, ownerMatches: true, withdrawableFrom: until };
const link = (look: Partial<SecondLook> = {}, replaces: string | null = 'bank') => ({
  type: 'RequestBankLink' as const,
  bankLinkId: 'next',
  accountType: 'checking' as const,
  ending: '6789',
  replaces: replaces ?? undefined,
  look: { ...fine, ...look },
});
const withdraw = (now: string, bankLinkId = 'next') => ({
  type: 'RequestTransfer' as const,
  transferId: 't',
  bankLinkId,
  direction: 'outgoing' as const,
  amount: '10.00',
  tradingDay: '2026-03-02',
  expectedOn: '2026-03-05',
  now,
});
const held = (bankLinkId: string | null = 'next', end = until): TradingAccountEvent => ({
  type: 'WithdrawalsHeld',
  data: { bankLinkId, until: end, cause: bankLinkId === null ? 'password reset' : 'new bank' },
});
const questioned: TradingAccountEvent = { type: 'BankOwnerQuestioned', data: { bankLinkId: 'next' } };
const removing: TradingAccountEvent = { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'bank' } };
const removed: TradingAccountEvent = { type: 'BankLinkRemoved', data: { bankLinkId: 'bank' } };
const withMoney = [...linked, ...deposited('d', '100.00')];
/** The second bank is linked and approved. */
const replaced = (...looked: readonly TradingAccountEvent[]) => [
  ...withMoney,
  linkRequested('next', 'bank'),
  ...looked,
  removed,
  linkSubmitting('next'),
  linkAccepted('next', 'APPROVED'),
];

describe('a bank that is not the account’s first', () => {
  it.each([
    ['takes the place of another one', withMoney, 'bank'],
    ['comes after one that was removed', [...withMoney, removing, removed], null],
    [
      'comes after one that the broker refused',
      [
        ...active,
        linkRequested('bank'),
        { type: 'BankLinkRefused', data: { bankLinkId: 'bank', code: 'x' } } as const,
      ],
      null,
    ],
  ])('needs a proof of identity, and has a hold, when it %s', (_when, history, replaces) => {
    given(history)
      .when(link({ proven: false }, replaces))
      .thenRefused('IdentityProofNeeded');
    given(history)
      .when(link({}, replaces))
      .then([linkRequested('next', replaces), ...(replaces === null ? [] : [removing]), held()]);
    given(history)
      .when(link({ withdrawableFrom: null }, replaces))
      .then([linkRequested('next', replaces), ...(replaces === null ? [] : [removing])]);
  });

  it('is sent to the broker like any other', () => {
    given(withMoney, [linkRequested('next', 'bank'), held(), removed])
      .when({ type: 'StartBankLinkSubmission', bankLinkId: 'next' })
      .then([linkSubmitting('next')]);
  });

  it('is refused for an invalid request without asking for a proof', () => {
    given(withMoney)
      .when(link({ proven: false }, null))
      .thenRefused('BankLinkExists');
    given(withMoney, [requested('w', '1.00', 'outgoing', '2026-03-01')])
      .when(link({ proven: false }))
      .thenRefused('BankLinkInUse');
  });

  it('decides nothing the second time, proven or not', () => {
    given(withMoney, [linkRequested('next', 'bank')])
      .when(link({ proven: false }))
      .then([]);
  });
});

describe('removing a bank', () => {
  it('needs a proof of identity, so that no one else can force a hold on its owner', () => {
    const remove = (proven: boolean) => ({ type: 'RemoveBankLink' as const, bankLinkId: 'bank', proven });
    given(linked).when(remove(false)).thenRefused('IdentityProofNeeded');
    given(linked).when(remove(true)).then([removing]);
    given(linked, [removing]).when(remove(false)).then([]);
  });
});

describe('an account’s first bank', () => {
  it('needs no proof and has no hold, because cash can only have come from it', () => {
    given(active)
      .when(link({ proven: false }, null))
      .then([linkRequested('next')]);
  });

  it('raises a question when its owner has another name', () => {
    given(active)
      .when(link({ ownerMatches: false }, null))
      .then([linkRequested('next'), questioned]);
  });
});

describe('a withdrawal', () => {
  it('is possible from the announced moment on, and not a millisecond before', () => {
    given(replaced(held())).when(withdraw('2026-03-05T14:59:59.999Z')).thenRefused('WithdrawalsHeld');
    expect(decide(withdraw('2026-03-05T14:59:59.999Z'), stateAfter(replaced(held())))).toHaveProperty(
      'message',
      'You can withdraw to this bank from Mar 5, 10:00 a.m. ET.',
    );
    given(replaced(held()))
      .when(withdraw(until))
      .then([
        {
          ...requested('t', '10.00', 'outgoing'),
          data: { ...requested('t', '10.00', 'outgoing').data, bankLinkId: 'next' },
        } as TradingAccountEvent,
      ]);
  });

  it('waits only for the hold of the bank that it goes to', () => {
    const second = [
      ...replaced(held()),
      linkRequested('third', 'next'),
      held('third', '2026-03-07T15:00:00.000Z'),
      { type: 'BankLinkRemoved', data: { bankLinkId: 'next' } } as const,
      linkSubmitting('third'),
      linkAccepted('third', 'APPROVED'),
    ];
    given(second).when(withdraw('2026-03-06T15:00:00.000Z', 'third')).thenRefused('WithdrawalsHeld');
    given(second).when(withdraw('2026-03-06T15:00:00.000Z', 'next')).thenRefused('BankLinkNotFound');
  });

  it('waits for every bank after a password was set by email alone, and for the longer of two holds', () => {
    given(withMoney, [held(null)])
      .when(withdraw('2026-03-04T15:00:00.000Z', 'bank'))
      .thenRefused('WithdrawalsHeld');
    const both = [...replaced(held()), held(null, '2026-03-06T15:00:00.000Z')];
    given(both).when(withdraw(until)).thenRefused('WithdrawalsHeld');
    expect(withdrawableFrom(stateAfter(both), { heldUntil: until })).toBe('2026-03-06T15:00:00.000Z');
  });

  it('waits for an answer about a name, while money may come in', () => {
    given(replaced(questioned)).when(withdraw(until)).thenRefused('BankOwnerInQuestion');
    given(replaced(questioned, held()))
      .when({ ...withdraw(until), direction: 'incoming' })
      .then([
        {
          ...requested('t', '10.00'),
          data: { ...requested('t', '10.00').data, bankLinkId: 'next' },
        } as TradingAccountEvent,
      ]);
  });
});

describe('a hold on all withdrawals', () => {
  const hold = (end: string) => ({
    type: 'HoldWithdrawals' as const,
    until: end,
    cause: 'password reset' as const,
  });

  it('can become longer and never shorter', () => {
    given(withMoney)
      .when(hold(until))
      .then([held(null)]);
    given(withMoney, [held(null)])
      .when(hold(until))
      .then([]);
    given(withMoney, [held(null)])
      .when(hold('2026-03-05T14:59:00.000Z'))
      .then([]);
    given(withMoney, [held(null)])
      .when(hold('2026-03-05T15:01:00.000Z'))
      .then([held(null, '2026-03-05T15:01:00.000Z')]);
  });

  it('replaces one that only a clock that was ahead can have made longer', () => {
    given(withMoney, [held(null)])
      .when(hold('2026-03-05T14:58:59.999Z'))
      .then([held(null, '2026-03-05T14:58:59.999Z')]);
  });

  it('does not apply to a person who never had a bank', () => {
    given().when(hold(until)).then([]);
    given(active).when(hold(until)).then([]);
  });
});

describe('the time of a hold', () => {
  it('is a number of 24-hour days, across a clock change too, rounded to a full minute', () => {
    expect(holdFrom(new Date('2026-03-06T14:30:00.000Z'), 3)).toBe('2026-03-09T14:30:00.000Z');
    expect(holdFrom(new Date('2026-03-06T14:30:00.001Z'), 3)).toBe('2026-03-09T14:31:00.000Z');
    expect(holdFrom(new Date(), 0)).toBeNull();
  });

  it('is never shorter than its days, and never longer by a minute', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 30 }),
        (now, days) => {
          const over = Date.parse(holdFrom(now, days) ?? '') - now.getTime() - days * 86_400_000;
          expect(over).toBeGreaterThanOrEqual(0);
          expect(over).toBeLessThan(60_000);
        },
      ),
    );
  });
});

describe('a question about an owner’s name', () => {
  const decideAs = (by: string, decision: 'accept' | 'refuse') => ({
    type: 'DecideBankOwner' as const,
    decision: { bankLinkId: 'next', decision },
    ...vote(by),
  });
  const asked = replaced(questioned);
  const proposed = (decision: 'accept' | 'refuse'): TradingAccountEvent => ({
    type: 'BankOwnerDecisionProposed.v2',
    data: { bankLinkId: 'next', decision, by: 'ops-1', until: votedUntil },
  });
  const confirmed = (decision: 'accept' | 'refuse'): TradingAccountEvent => ({
    type: 'BankOwnerDecisionConfirmed',
    data: { bankLinkId: 'next', decision, by: 'ops-2' },
  });
  const ending: TradingAccountEvent = { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'next' } };

  it('is answered by two operators who decide the same', () => {
    given(asked)
      .when(decideAs('ops-1', 'accept'))
      .then([proposed('accept')]);
    given(asked, [proposed('accept')])
      .when(decideAs('ops-1', 'accept'))
      .thenRefused('SecondOperatorNeeded');
    given(asked, [proposed('accept')])
      .when(decideAs('ops-2', 'accept'))
      .then([confirmed('accept')]);
    given(asked, [proposed('refuse')])
      .when(decideAs('ops-2', 'accept'))
      .then([
        {
          ...proposed('accept'),
          data: { bankLinkId: 'next', decision: 'accept', by: 'ops-2', until: votedUntil },
        } as TradingAccountEvent,
      ]);
    given(asked, [proposed('accept'), confirmed('accept')])
      .when(decideAs('ops-3', 'refuse'))
      .thenRefused('BankOwnerNotInQuestion');
  });

  it('allows withdrawals once answered with yes, and ends the link when answered with no', () => {
    given(asked, [proposed('accept'), confirmed('accept')])
      .when(withdraw(until))
      .then([
        {
          ...requested('t', '10.00', 'outgoing'),
          data: { ...requested('t', '10.00', 'outgoing').data, bankLinkId: 'next' },
        } as TradingAccountEvent,
      ]);
    given(asked, [proposed('refuse')])
      .when(decideAs('ops-2', 'refuse'))
      .then([confirmed('refuse'), ending]);
  });

  it('cannot be answered for a link without a question, or one that is gone', () => {
    given(linked)
      .when({ ...decideAs('ops-1', 'accept'), decision: { bankLinkId: 'bank', decision: 'accept' } })
      .thenRefused('BankOwnerNotInQuestion');
    given(asked, [ending]).when(decideAs('ops-1', 'accept')).thenRefused('BankOwnerNotInQuestion');
    given(linked).when(decideAs('ops-1', 'accept')).thenRefused('BankLinkNotFound');
  });
});
