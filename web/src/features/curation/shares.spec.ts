import { describe, expect, it } from 'vitest';
import { sharesOf } from './shares.js';

describe('shares', () => {
  it('adds to the hundredth, where floats would not', () => {
    const thirds = [
      { percent_allocation: 33.33 },
      { percent_allocation: 33.33 },
      { percent_allocation: 33.34 },
    ];

    expect(sharesOf(thirds)).toEqual({ allocated: 100, left: 0 });
    expect(sharesOf([{ percent_allocation: 0.1 }, { percent_allocation: 0.2 }])).toEqual({
      allocated: 0.3,
      left: 99.7,
    });
  });

  it('leaves everything while nothing is allocated', () => {
    expect(sharesOf([])).toEqual({ allocated: 0, left: 100 });
  });
});
