import type { TradingAccountEvent } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { htmlOf } from './letter.js';
import { mailFor, mailsFor } from './mailable.js';
import {
  approved,
  asked,
  at,
  letterAfter,
  link,
  linked,
  publicUrl,
  released,
  returned,
  settled,
  words,
} from './spec-kit/money-history.js';

describe('a mail about a bank account', () => {
  it('says which bank was linked, when, and what it replaces', () => {
    expect(letterAfter(linked)?.paragraphs[0]).toBe(
      'A checking account ending in 6789 was linked to your trading account on November 20, 2026 at 10:04 AM ET.',
    );
    expect(letterAfter(linked, link('other', '1234', 'bank'), approved('other'))?.paragraphs[0]).toContain(
      'It replaces the checking account ending in 6789.',
    );
  });

  it('is not written about a link that has ended by then', () => {
    const gone: TradingAccountEvent = { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'bank' } };
    expect(letterAfter(linked.slice(0, -1), gone, approved('bank'))).toBeUndefined();
  });

  it('says at once that another one was added, and from when on it can be withdrawn to', () => {
    const until = '2026-11-23T15:04:00.000Z';
    const held: TradingAccountEvent = {
      type: 'WithdrawalsHeld',
      data: { bankLinkId: 'other', until, cause: 'new bank' },
    };
    const [added, ...sent] = link('other', '1234', 'bank');
    const letter = letterAfter(linked, ...(added ? [added] : []), held);
    expect(letter?.subject).toBe('A new bank account was added');
    expect(words(letter)).toContain('It replaces the checking account ending in 6789.');
    expect(words(letter)).toContain('You can’t withdraw to it before November 23, 2026 at 10:04 AM ET');
    expect(words(letter)).toContain('remove this bank account and set a new password now');
    expect(words(letterAfter(linked, ...(added ? [added] : []), held, sent, approved('other')))).toContain(
      'withdraw to it from November 23, 2026 at 10:04 AM ET.',
    );
    const ofAll: TradingAccountEvent = {
      type: 'WithdrawalsHeld',
      data: { bankLinkId: null, until, cause: 'password reset' },
    };
    expect(letterAfter(linked, ofAll)).toBeUndefined();
  });

  it('does not say that money can go out while a name is being checked', () => {
    const [added, ...sent] = link('other', '1234', 'bank');
    const questioned: TradingAccountEvent = { type: 'BankOwnerQuestioned', data: { bankLinkId: 'other' } };
    expect(
      words(letterAfter(linked, ...(added ? [added] : []), questioned, sent, approved('other'))),
    ).toContain('You can withdraw to it once we’ve checked the name on the account.');
  });

  it('says which bank was removed, and what to do if it was someone else', () => {
    const letter = letterAfter(linked, { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'bank' } });
    expect(letter?.paragraphs[0]).toContain('The checking account ending in 6789 was removed');
    expect(letter?.footnotes[0]?.url).toBe(`${publicUrl}/password_reset_request/`);
  });

  it('is not written about a replaced bank, because the email about the new one says so', () => {
    const gone: TradingAccountEvent = { type: 'BankLinkRemovalRequested', data: { bankLinkId: 'bank' } };
    expect(letterAfter(linked, link('other', '1234', 'bank'), gone)).toBeUndefined();
  });
});

describe('a mail about a transfer', () => {
  const paidIn = [...linked, asked('in', 'incoming', '1250.50'), settled('in'), released('in')];

  it('reports a withdrawal as soon as it is requested, and no deposit', () => {
    const letter = letterAfter(paidIn, asked('out', 'outgoing', '100.00'));
    expect(letter?.subject).toBe('A withdrawal of $100.00 was requested');
    expect(letter?.paragraphs[0]).toBe(
      'A transfer of $100.00 to your checking account ending in 6789 was requested on November 20, 2026 at 10:04 AM ET. It should arrive by Tuesday, November 24.',
    );
    expect(letter?.action?.url).toBe(`${publicUrl}/transfer/out`);
    expect(words(letter)).toContain('If this wasn’t you, cancel the transfer and set a new password now.');
    expect(letterAfter(linked, asked('in', 'incoming', '10.00'))).toBeUndefined();
  });

  it('reports money once when it is available at once', () => {
    expect(letterAfter(paidIn.slice(0, -1))?.paragraphs).toEqual([
      'The $1,250.50 that you moved from your checking account ending in 6789 was added to your balance.',
      'You can withdraw it now.',
    ]);
    expect(letterAfter(paidIn)).toBeUndefined();
  });

  it('says until when money is held, and again when it no longer is', () => {
    const held = [...linked, asked('in', 'incoming', '1250.50'), settled('in', '2026-11-25T04:59:00.000Z')];
    expect(letterAfter(held)?.paragraphs[1]).toBe(
      'The broker is holding it for now. You can withdraw it starting Tuesday, November 24.',
    );
    expect(letterAfter(held, released('in'))?.subject).toBe('You can now withdraw $1,250.50');
  });

  it('says that the bank has a withdrawal', () => {
    expect(words(letterAfter(paidIn, asked('out', 'outgoing', '100.00'), settled('out')))).toContain(
      'The $100.00 that you moved to your checking account ending in 6789 arrived at your bank.',
    );
  });

  it.each([
    [
      'a deposit that had arrived',
      [...paidIn, returned('in', 'R01 Insufficient Funds')],
      'Your bank took back the $1,250.50 that you had moved from your checking account ending in 6789, so it was taken out of your balance again.',
      'Your bank’s reason: there wasn’t enough money in the bank account. You can try again once there is. (R01)',
    ],
    [
      'a deposit on its way',
      [...linked, asked('in', 'incoming', '10.00'), returned('in', null)],
      'Your bank sent back the transfer of $10.00 from your checking account ending in 6789 before it arrived. Your balance hasn’t changed.',
      'Your bank’s reason: the bank gave no reason.',
    ],
    [
      'a withdrawal',
      [...paidIn, asked('out', 'outgoing', '100.00'), settled('out'), returned('out', 'R23')],
      'Your bank sent back the $100.00 that you had moved to your checking account ending in 6789, so it is back in your balance.',
      'Your bank’s reason: the bank didn’t accept the money. (R23)',
    ],
  ] as const)('says what happened to %s that came back, and why', (_what, history, outcome, reason) => {
    expect(letterAfter([...history])?.paragraphs).toEqual([outcome, reason]);
  });

  it('says when a return leaves a negative balance', () => {
    const spent = [...paidIn, asked('out', 'outgoing', '100.00'), settled('out'), returned('in', 'R01')];
    expect(words(letterAfter(spent))).toContain('Your balance is now below zero');
  });

  it.each([
    [
      { type: 'TransferRefused', data: { transferId: 'in', code: 'DepositsBlocked' } },
      'isn’t accepting deposits',
    ],
    [{ type: 'TransferRejected', data: { transferId: 'in', reason: 'Held for review' } }, 'Held for review'],
    [
      { type: 'TransferRejected', data: { transferId: 'in', reason: null } },
      'Try again, or write to support@groundswell.test.',
    ],
  ] as const)('says that a transfer failed, and why: %j', (event, reason) => {
    const letter = letterAfter(linked, asked('in', 'incoming', '10.00'), event);
    expect(letter?.subject).toBe('Your transfer of $10.00 didn’t go through');
    expect(words(letter)).toContain('No money has moved.');
    expect(words(letter)).toContain(reason);
  });

  it('says that the broker canceled a transfer, and why, but is silent when its owner canceled it', () => {
    const canceled = (reason: string | null): TradingAccountEvent => ({
      type: 'TransferCanceled.v2',
      data: { transferId: 'in', reason },
    });
    const requested = [...linked, asked('in', 'incoming', '10.00')];
    expect(letterAfter(requested, canceled('Not approved in time'))).toMatchObject({
      subject: 'The broker canceled your transfer of $10.00',
      paragraphs: [
        'The broker canceled the transfer of $10.00 from your checking account ending in 6789. No money has moved. You can start a new one.',
        'The broker’s reason: Not approved in time',
      ],
      action: { url: `${publicUrl}/transfer/in` },
    });
    expect(letterAfter(requested, canceled(null))?.paragraphs).toHaveLength(1);
    const byOwner: TradingAccountEvent = {
      type: 'TransferCancellationRequested',
      data: { transferId: 'in' },
    };
    expect(letterAfter(requested, byOwner, canceled(null))).toBeUndefined();
  });

  it('says the same in text and HTML', () => {
    const letter = letterAfter(paidIn, returned('in', 'R01'));
    for (const paragraph of letter?.paragraphs ?? ['no letter']) {
      expect(words(letter)).toContain(paragraph);
      expect(letter && htmlOf(letter)).toContain(paragraph);
    }
  });
});

it('an email job contains only ids', () => {
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
});

it('money that settles without a hold causes one email, and with a hold two', () => {
  const recorded = (event: TradingAccountEvent, index: number) => ({
    ...event,
    id: `event-${index}`,
    stream: 'tradingAccount-ann',
    metadata: {
      actor: { id: 'money-worker', role: 'system' as const },
      correlationId: 'c',
      causationId: 'c',
      schemaVersion: 1,
      occurredAt: at,
    },
  });
  const kinds = (...events: TradingAccountEvent[]) => mailsFor(events.map(recorded)).map(({ kind }) => kind);
  expect(kinds(settled('in'), released('in'))).toEqual(['transfer settled']);
  const held = settled('in', '2026-11-25T04:59:00.000Z');
  expect(kinds(held, released('in'))).toEqual(['transfer settled', 'transfer available']);
  expect(kinds(settled('other'), released('in'))).toEqual(['transfer settled', 'transfer available']);
});
