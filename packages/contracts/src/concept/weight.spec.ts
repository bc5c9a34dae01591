import { describe, expect, it } from 'vitest';
import { percentSchema } from './weight.js';

describe('a percentage', () => {
  it.each([
    ['12.5', 1_250],
    [12.5, 1_250],
    [' 12.50 ', 1_250],
    ['0.01', 1],
    [0.07, 7],
    [29.29, 2_929],
    ['100', 10_000],
    ['100.00', 10_000],
  ])('written as %o is %i basis points, exactly', (written, weight) => {
    expect(percentSchema.parse(written)).toBe(weight);
  });

  it.each(['0', '0.00', '100.01', '-1', '1.234', '1e2', '12.5%', 'x12', '12,5', '.5', '', 0.001, null])(
    'is refused as %o',
    (written) => {
      expect(percentSchema.safeParse(written).error?.issues[0]?.message).toContain('above 0 and up to 100');
    },
  );
});
