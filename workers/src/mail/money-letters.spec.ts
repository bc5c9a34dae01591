import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { turnAt } from './account-turn.js';
import { htmlOf, type Letter, textOf } from './letter.js';
import { longestDelay, mailFor } from './mailable.js';
import { writeMoneyLetter } from './money-letters.js';
import { type MoneyMailKind, moneyMailFor } from './money-mailable.js';

const publicUrl = 'https://groundswell.test';
const applicationId = 'application-1';
const at = '2026-11-20T15:04:00.000Z';

const reported = (status: string): TradingAccountEvent => ({
  type: 'AccountStatusReported',
  data: { status, findings: ['WATCHLIST_HIT'], reportedAt: at },
});
const atBroker: TradingAccountEvent[] = [
  { type: 'TradingAccountRequested', data: { applicationId, agreementVersion: '1' } },
  { type: 'ApplicationSubmissionStarted', data: { applicationId } },
  { type: 'ApplicationAccepted', data: { applicationId, brokerAccountId: 'broker-1', status: 'SUBMITTED' } },
];
const link = (bankLinkId: string, ending: string, replaces: string | null): TradingAccountEvent[] => [
  {
    type: 'BankLinkRequested',
    data: { bankLinkId, accountType: replaces ? 'savings' : 'checking', ending, replaces },
  },
  { type: 'BankLinkSubmissionStarted', data: { bankLinkId } },
  { type: 'BankLinkAccepted', data: { bankLinkId, relationshipId: bankLinkId, status: 'QUEUED' } },
];
const approved = (bankLinkId: string): TradingAccountEvent => ({
  type: 'BankLinkStatusReported',
  data: { bankLinkId, status: 'APPROVED', reason: null, reportedAt: at },
});
const linked = [...atBroker, reported('ACTIVE'), ...link('bank', '6789', null), approved('bank')];
const asked = (
  transferId: string,
  direction: 'incoming' | 'outgoing',
  amount: string,
): TradingAccountEvent => ({
  type: 'TransferRequested',
  data: {
    transferId,
    bankLinkId: 'bank',
    direction,
    amount,
    tradingDay: '2026-11-20',
    expectedOn: '2026-11-24',
  },
});
const settled = (transferId: string, heldUntil: string | null = null): TradingAccountEvent => ({
  type: 'TransferSettled',
  data: { transferId, heldUntil },
});
const released = (transferId: string): TradingAccountEvent => ({
  type: 'TransferReleased',
  data: { transferId },
});
const returned = (transferId: string, reason: string | null): TradingAccountEvent => ({
  type: 'TransferReturned',
  data: { transferId, reason },
});

const kindOf = (history: readonly TradingAccountEvent[]): MoneyMailKind | undefined => {
  const last = history.at(-1);
  return last && moneyMailFor(last);
};

/** The mail about the last event of a history; undefined when there is none. */
const letterAfter = (...parts: readonly (TradingAccountEvent | TradingAccountEvent[])[]) => {
  const history = parts.flat();
  const kind = kindOf(history);
  const turn = turnAt(history, history.length - 1);
  return kind && writeMoneyLetter(kind, { turn, occurredAt: at, publicUrl });
};
const words = (letter: Letter | undefined): string => (letter ? textOf(letter) : 'no letter');

describe('a mail about the account', () => {
  it('says once that it is open', () => {
    const letter = letterAfter(atBroker, reported('ACTIVE'));
    expect(letter?.subject).toBe('Your trading account is open');
    expect(letter?.action?.url).toBe(`${publicUrl}/add_ach_method`);
    expect(
      letterAfter(atBroker, reported('ACTIVE'), reported('ACCOUNT_UPDATED'), reported('ACTIVE')),
    ).toBeUndefined();
  });

  it.each([
    ['ACTION_REQUIRED', 'The broker needs something from you'],
    ['REJECTED', 'The broker did not open an account'],
  ])('leaves what the broker found behind the sign-in: %s', (status, subject) => {
    const letter = letterAfter(atBroker, reported(status));
    expect(letter?.subject).toBe(subject);
    expect(letter?.action?.url).toBe(`${publicUrl}/make_alpaca_account`);
    expect(words(letter)).toContain('No money has moved.');
    expect(words(letter)).not.toMatch(/watchlist|list/i);
  });

  it('asks for a correction when the broker did not take the application', () => {
    const refused: TradingAccountEvent = {
      type: 'ApplicationRefused',
      data: { applicationId, code: 'EmailTaken' },
    };
    expect(words(letterAfter(atBroker.slice(0, 2), refused))).toContain('What you typed is still there');
  });

  it('is not written while it is only on its way', () => {
    for (const status of ['SUBMITTED', 'APPROVAL_PENDING', 'APPROVED', 'MOONSTRUCK'])
      expect(kindOf([reported(status)])).toBeUndefined();
  });
});

describe('a mail about a bank account', () => {
  it('says which one was linked, when, and what it takes the place of', () => {
    expect(letterAfter(linked)?.paragraphs[0]).toBe(
      'A checking account ending in 6789 was linked to your trading account on November 20, 2026 at 10:04 AM ET.',
    );
    expect(letterAfter(linked, link('other', '1234', 'bank'), approved('other'))?.paragraphs[0]).toContain(
      'It takes the place of the checking account ending in 6789.',
    );
  });

  it('is not written about a link that is gone by then', () => {
    const gone: TradingAccountEvent = { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'bank' } };
    expect(letterAfter(linked.slice(0, -1), gone, approved('bank'))).toBeUndefined();
  });

  it('says which one was removed, and what to do if it was somebody else', () => {
    const letter = letterAfter(linked, { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'bank' } });
    expect(letter?.paragraphs[0]).toContain('The checking account ending in 6789 was removed');
    expect(letter?.footnotes[0]?.url).toBe(`${publicUrl}/password_reset_request/`);
  });
});

describe('a mail about a transfer', () => {
  const paidIn = [...linked, asked('in', 'incoming', '1250.50'), settled('in'), released('in')];

  it('tells of a withdrawal as soon as it is asked for, and of no deposit', () => {
    const letter = letterAfter(paidIn, asked('out', 'outgoing', '100.00'));
    expect(letter?.subject).toBe('A withdrawal of $100.00 was requested');
    expect(letter?.paragraphs[0]).toBe(
      'On November 20, 2026 at 10:04 AM ET a transfer of $100.00 to your checking account ending in 6789 was requested. It should arrive by Tuesday, November 24.',
    );
    expect(letter?.action?.url).toBe(`${publicUrl}/transfer/out`);
    expect(words(letter)).toContain('If that was not you, cancel the transfer and set a new password now.');
    expect(letterAfter(linked, asked('in', 'incoming', '10.00'))).toBeUndefined();
  });

  it('tells once of money that is there at once', () => {
    expect(letterAfter(paidIn.slice(0, -1))?.paragraphs).toEqual([
      'The $1,250.50 that you moved from your checking account ending in 6789 is in your cash.',
      'It can be withdrawn.',
    ]);
    expect(letterAfter(paidIn)).toBeUndefined();
  });

  it('says until when money is held, and again when it no longer is', () => {
    const held = [...linked, asked('in', 'incoming', '1250.50'), settled('in', '2026-11-25T04:59:00.000Z')];
    expect(letterAfter(held)?.paragraphs[1]).toBe(
      'It can be withdrawn from Tuesday, November 24 on. Until then the broker holds it.',
    );
    expect(letterAfter(held, released('in'))?.subject).toBe('$1,250.50 can be withdrawn now');
  });

  it('says that the bank has a withdrawal', () => {
    expect(words(letterAfter(paidIn, asked('out', 'outgoing', '100.00'), settled('out')))).toContain(
      'The $100.00 that you moved to your checking account ending in 6789 has left your cash, and your bank has it.',
    );
  });

  it.each([
    [
      'a deposit that had arrived',
      [...paidIn, returned('in', 'R01 Insufficient Funds')],
      'Your bank took back the $1,250.50 that you had moved from your checking account ending in 6789, so it has left your cash again.',
      'Your bank’s reason: there was not enough money in the bank account. You can try again once there is. (R01)',
    ],
    [
      'a deposit on its way',
      [...linked, asked('in', 'incoming', '10.00'), returned('in', null)],
      'Your bank sent back the transfer of $10.00 from your checking account ending in 6789 before it arrived. Your cash has not changed.',
      'Your bank’s reason: the bank gave no reason.',
    ],
    [
      'a withdrawal',
      [...paidIn, asked('out', 'outgoing', '100.00'), settled('out'), returned('out', 'R23')],
      'Your bank sent back the $100.00 that you had moved to your checking account ending in 6789, so it is in your cash again.',
      'Your bank’s reason: the bank did not accept the money. (R23)',
    ],
  ] as const)('says what became of %s that came back, and why', (_what, history, outcome, reason) => {
    expect(letterAfter([...history])?.paragraphs).toEqual([outcome, reason]);
  });

  it('says when cash is below zero by a return', () => {
    const spent = [...paidIn, asked('out', 'outgoing', '100.00'), settled('out'), returned('in', 'R01')];
    expect(words(letterAfter(spent))).toContain('Your cash is below zero now');
  });

  it.each([
    [{ type: 'TransferRefused', data: { transferId: 'in', code: 'DepositsBlocked' } }, 'takes no deposits'],
    [{ type: 'TransferRejected', data: { transferId: 'in', reason: 'Held for review' } }, 'Held for review'],
    [{ type: 'TransferRejected', data: { transferId: 'in', reason: null } }, 'Try again, or contact us.'],
  ] as const)('says that one was not made, and why: %j', (event, reason) => {
    const letter = letterAfter(linked, asked('in', 'incoming', '10.00'), event);
    expect(letter?.subject).toBe('Your transfer of $10.00 was not made');
    expect(words(letter)).toContain('No money has moved.');
    expect(words(letter)).toContain(reason);
  });

  it('says the same in text and HTML', () => {
    const letter = letterAfter(paidIn, returned('in', 'R01'));
    for (const paragraph of letter?.paragraphs ?? ['no letter']) {
      expect(words(letter)).toContain(paragraph);
      expect(letter && htmlOf(letter)).toContain(paragraph);
    }
  });
});

it('is noted with ids alone', () => {
  const event = asked('out', 'outgoing', '100.00');
  const metadata = {
    actor: { id: 'ann', role: 'user' },
    correlationId: 'c',
    causationId: 'c',
    schemaVersion: 1,
    occurredAt: at,
  } as const;
  expect(mailFor({ ...event, id: 'event-1', stream: 'tradingAccount-ann', metadata })).toEqual({
    eventId: 'event-1',
    personId: 'ann',
    kind: 'withdrawal requested',
    occurredAt: at,
  });
  expect(longestDelay['withdrawal requested']).toBe(72 * 3_600_000);
});
