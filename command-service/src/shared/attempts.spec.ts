import { describe, expect, it } from 'vitest';
import { createAttempts } from './attempts.js';

describe('attempts', () => {
  it('are refused beyond the limit until the minute is over, with the seconds left', () => {
    const attempts = createAttempts(3);
    expect([0, 1_000, 2_000].map((now) => attempts.count('ann', now))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(attempts.count('ann', 3_000)).toBe(57);
    expect(attempts.count('ann', 59_999)).toBe(1);
    expect(attempts.count('ann', 60_000)).toBeUndefined();
  });

  it('are counted per key', () => {
    const attempts = createAttempts(1);
    expect(attempts.count('ann', 0)).toBeUndefined();
    expect(attempts.count('bob', 0)).toBeUndefined();
    expect(attempts.count('ann', 0)).toBe(60);
  });

  it('can be asked for the seconds left, which counts none', () => {
    const attempts = createAttempts(1);
    expect(attempts.waitOf('ann', 0)).toBeUndefined();
    expect(attempts.count('ann', 0)).toBeUndefined();
    expect([attempts.waitOf('ann', 3_000), attempts.waitOf('bob', 3_000)]).toEqual([57, undefined]);
    expect(attempts.waitOf('ann', 60_000)).toBeUndefined();
  });

  it('start from zero when forgotten', () => {
    const attempts = createAttempts(1);
    attempts.count('ann', 0);
    attempts.forget('ann');
    expect(attempts.count('ann', 0)).toBeUndefined();
  });

  it('that a clock which was ahead has counted hold up no one once it is right', () => {
    const attempts = createAttempts(1);
    attempts.count('ann', 2 * 24 * 60 * 60_000);
    expect(attempts.waitOf('ann', 0)).toBeUndefined();
    expect([0, 60_000].map((now) => attempts.count('ann', now))).toEqual([undefined, undefined]);
  });

  it('are counted together with those of a moment later', () => {
    const attempts = createAttempts(1);
    attempts.count('ann', 1_000);
    expect(attempts.count('ann', 0)).toBe(61);
  });

  it('stay within bounds of memory under a flood of keys', () => {
    const attempts = createAttempts(1);
    attempts.count('first', 0);
    for (let key = 0; key < 50_000; key += 1) attempts.count(String(key), 0);
    expect(attempts.count('first', 0)).toBeUndefined();
    expect(attempts.count('49999', 0)).toBe(60);
  });
});
