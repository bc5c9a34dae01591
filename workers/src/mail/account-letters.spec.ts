import { describe, expect, it } from 'vitest';
import {
  applicationId,
  atBroker,
  kindOf,
  letterAfter,
  publicUrl,
  reported,
  words,
} from './spec-kit/money-history.js';

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
    ['REJECTED', 'The broker didn’t open an account'],
  ])('does not say what the broker found, which only the signed-in person can see: %s', (status, subject) => {
    const letter = letterAfter(atBroker, reported(status));
    expect(letter?.subject).toBe(subject);
    expect(letter?.action?.url).toBe(`${publicUrl}/make_alpaca_account`);
    expect(words(letter)).toContain('No money has moved.');
    expect(words(letter)).not.toMatch(/watchlist|list/i);
  });

  const letterOnRefusal = (code: string) =>
    letterAfter(atBroker.slice(0, 2), { type: 'ApplicationRefused', data: { applicationId, code } });

  it('asks for a correction when the broker did not accept the application', () => {
    const letter = letterOnRefusal('EmailTaken');
    expect(letter?.subject).toBe('Please correct your application');
    expect(words(letter)).toContain('Everything you entered is still there');
  });

  it.each([
    ['EnterAgain', 'Your application didn’t reach the broker'],
    ['DroppedByOperator', 'We canceled your application'],
  ])('says what happened where the broker did not refuse it: %s', (code, subject) => {
    const letter = letterOnRefusal(code);
    expect(letter?.subject).toBe(subject);
    expect(words(letter)).not.toMatch(/couldn’t accept|correct/i);
    expect(words(letter)).toContain('Everything you entered is still there');
  });

  const active = [...atBroker, reported('ACTIVE', [])];

  it('says that an open account stays open, and that transfers wait', () => {
    const letter = letterAfter(active, reported('ACTION_REQUIRED'));
    expect(letter?.subject).toBe('The broker needs something from you');
    expect(words(letter)).toContain('Your trading account stays open');
    expect(words(letter)).not.toMatch(/application|No money has moved/);
  });

  it.each([
    ['before it is open', atBroker],
    ['once it was open', active],
  ])('reports each need once, %s', (_when, history) => {
    const needed = (findings: string[]) => reported('ACTION_REQUIRED', findings);
    const told = [...history, needed([])];
    expect(letterAfter(told)).toBeDefined();
    // The need is named only now; then one of the two is resolved; then the same need is reported again.
    expect(letterAfter(told, needed(['NAME', 'TAX_ID']))).toBeUndefined();
    expect(letterAfter(told, needed(['NAME', 'TAX_ID']), needed(['NAME']))).toBeUndefined();
    expect(letterAfter(told, needed(['NAME']), needed(['NAME']))).toBeUndefined();
    expect(letterAfter(told, needed(['NAME']), needed(['DOB', 'NAME']))).toBeDefined();
    expect(letterAfter(told, reported('APPROVAL_PENDING'), needed(['NAME']))).toBeDefined();
  });

  it.each(['ACCOUNT_CLOSED', 'DISABLED', 'REJECTED'])(
    'says once that an account that was open is closed: %s',
    (status) => {
      const letter = letterAfter(active, reported(status));
      expect(letter?.subject).toBe('Your trading account is closed');
      expect(words(letter)).toContain('No money moved when it was closed');
      expect(letter?.action?.url).toBe(`${publicUrl}/make_alpaca_account`);
      expect(letterAfter(active, reported(status), reported(status, []))).toBeUndefined();
    },
  );

  it('says once that it was declined', () => {
    expect(letterAfter(atBroker, reported('REJECTED'), reported('REJECTED', []))).toBeUndefined();
  });

  it('is not written while the application is only pending', () => {
    for (const status of ['SUBMITTED', 'APPROVAL_PENDING', 'APPROVED', 'MOONSTRUCK'])
      expect(kindOf([reported(status)])).toBeUndefined();
  });
});
