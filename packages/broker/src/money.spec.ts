import { describe, expect, it } from 'vitest';
import { instant, moneyText } from './money.js';

describe('money from the broker', () => {
  it.each([
    ['250', '250.00'],
    ['250.0000', '250.00'],
    ['0.5', '0.50'],
    ['-100.25', '-100.25'],
    ['103556.8572572922', '103556.8572572922'],
    ['0', '0.00'],
    [12.5, '12.50'],
    [0.00000012, '0.00000012'],
  ])('%j is %s', (given, text) => {
    expect(moneyText.parse(given)).toBe(text);
  });

  it.each(['', '1e5', 'ten', '1,000', '.5', null, Number.NaN])('%j is invalid', (given) => {
    expect(moneyText.safeParse(given).success).toBe(false);
  });

  it('has times that may be finer than a millisecond', () => {
    expect(instant.parse('2022-01-21T21:25:26.579487214Z').toISOString()).toBe('2022-01-21T21:25:26.579Z');
    expect(instant.safeParse('soon').success).toBe(false);
  });
});
