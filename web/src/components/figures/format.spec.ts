import { describe, expect, it } from 'vitest';
import {
  dayText,
  instantText,
  moneyText,
  monthText,
  newYorkDay,
  percentText,
  signedMoneyText,
  weekdayText,
} from './format.js';

describe('figures', () => {
  it('writes percentages with two decimals and days in full', () => {
    expect(percentText(12.5)).toBe('12.50%');
    expect(dayText('2026-05-12')).toBe('May 12, 2026');
    expect(monthText('2026-05')).toBe('May 2026');
  });

  it('counts the days of the market in New York', () => {
    expect(instantText('2026-05-13T02:30:00Z')).toBe('May 12, 2026');
    expect(newYorkDay(new Date('2026-05-13T03:59:59Z'))).toBe('2026-05-12');
    expect(newYorkDay(new Date('2026-05-13T04:00:00Z'))).toBe('2026-05-13');
  });

  it('writes the money of the contract digit by digit: no float comes near it', () => {
    expect(moneyText('250.00')).toBe('$250.00');
    expect(moneyText('-1250.07')).toBe('\u2212$1,250.07');
    expect(moneyText('999999999999999.99')).toBe('$999,999,999,999,999.99');
    expect(signedMoneyText('0.00')).toBe('$0.00');
    expect(signedMoneyText('1000.00')).toBe('+$1,000.00');
    expect(signedMoneyText('-0.01')).toBe('\u2212$0.01');
  });

  it('names the day of the week that money should arrive on', () => {
    expect(weekdayText('2026-11-24')).toBe('Tuesday, Nov 24');
  });
});
