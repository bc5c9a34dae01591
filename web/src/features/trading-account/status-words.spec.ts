import { type BrokerRefusalCode, tradingAccountStatuses } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { findingText, refusedWords, statusWords, stepOfRefusal } from './status-words.js';
import { steps } from './steps.js';

describe('the status of an account', () => {
  it.each(tradingAccountStatuses)('%s is told in words, with what comes next', (status) => {
    expect(statusWords[status].title).toMatch(/^[A-Z].*[^.]$/);
    expect(statusWords[status].text).toMatch(/\.$/);
  });

  it('calls no account an application that was open before', () => {
    for (const status of ['under_review', 'restricted', 'closed'] as const)
      expect(Object.values(statusWords[status]).join(' ')).not.toMatch(/application|No money has moved/);
  });

  it('names what the broker found in plain words, codes that are new to us too', () => {
    expect(findingText('TAX_IDENTIFICATION')).toBe('We couldn’t confirm your Social Security number.');
    expect(findingText('MOON_PHASE')).toBe('The broker needs more information (moon phase).');
  });
});

describe('a refused application', () => {
  it('is reported as refused by the broker only when the broker refused it', () => {
    expect(refusedWords('EmailTaken').title).toBe('The broker couldn’t accept your application');
    for (const code of ['EnterAgain', 'DroppedByOperator'])
      expect(Object.values(refusedWords(code)).join(' ')).not.toMatch(/not take|Not accepted|orrect/);
  });

  it('is not said to have opened no account when that is unknown', () => {
    expect(refusedWords('EnterAgain').text).toContain('No account was opened');
    expect(refusedWords('DroppedByOperator').text).not.toContain('No account was opened');
  });

  it.each<[BrokerRefusalCode, string | undefined]>([
    ['EmailTaken', 'about'],
    ['DobRefused', 'about'],
    ['ZipCodeRefused', 'address'],
    ['StateRefused', 'address'],
    ['SsnRefused', undefined],
    ['ApplicationRefused', undefined],
  ])('for %s is corrected in the step %s', (code, step) => {
    expect(stepOfRefusal(code)).toBe(step);
    if (step) expect(steps.map(({ id }) => id)).toContain(step);
  });
});
