import { type BrokerRefusalCode, tradingAccountStatuses } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import { findingText, statusWords, stepOfRefusal } from './status-words.js';
import { steps } from './steps.js';

describe('the status of an account', () => {
  it.each(tradingAccountStatuses)('%s is told in words, with what comes next', (status) => {
    expect(statusWords[status].title).toMatch(/^[A-Z].*[^.]$/);
    expect(statusWords[status].text).toMatch(/\.$/);
  });

  it('names what the broker found in plain words, codes that are new to us too', () => {
    expect(findingText('TAX_IDENTIFICATION')).toBe('Your Social Security number could not be confirmed.');
    expect(findingText('MOON_PHASE')).toBe('The broker needs more information (moon phase).');
  });
});

describe('a refused application', () => {
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
