import { describe, expect, it } from 'vitest';
import {
  changeOf,
  dayText,
  dollarText,
  instantText,
  moneyText,
  monthText,
  newYorkDay,
  percentText,
  signedDollarText,
  signedMoneyText,
  weekdayText,
  wholeDollarText,
} from './format.js';

describe('figures', () => {
  it.each([
    [0.1234, 'up', '12.34%'],
    [-0.0642, 'down', '6.42%'],
    [0, 'up', '0.00%'],
    [-0.000001, 'down', '0.00%'],
    [-0, 'up', '0.00%'],
    [12.5, 'up', '1,250.00%'],
  ] as const)('reads the change %d as %s %s', (fraction, direction, text) => {
    expect(changeOf(fraction)).toEqual({ direction, text });
  });

  it('writes money with a true minus, and never minus zero', () => {
    expect(dollarText(-3.2)).toBe('\u2212$3.20');
    expect(signedDollarText(11.408)).toBe('+$11.41');
    expect(signedDollarText(-0.001)).toBe('$0.00');
    expect(wholeDollarText(115.53)).toBe('$116');
  });

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
