import { describe, expect, it } from 'vitest';
import { changeOf, dollarText, signedDollarText, wholeDollarText } from './format.js';

describe('figures of performance', () => {
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
    expect(signedDollarText(-11.408)).toBe('\u2212$11.41');
    expect(signedDollarText(-0.001)).toBe('$0.00');
    expect(wholeDollarText(115.53)).toBe('$116');
  });
});
