import { describe, expect, it } from 'vitest';
import { Generations } from './generations.js';

const keys = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `k${from + index}`);

describe('what is remembered in generations', () => {
  it('are at least the given number of latest entries, and not everything', () => {
    const remembered = new Generations<string>(10);
    for (const key of keys(0, 95)) remembered.set(key, key);
    expect(keys(85, 95).map((key) => remembered.get(key))).toEqual(keys(85, 95));
    expect(keys(0, 75).filter((key) => remembered.get(key) !== undefined)).toEqual([]);
  });

  it('stays when it is used', () => {
    const remembered = new Generations<string>(10);
    remembered.set('used', 'x');
    for (const key of keys(0, 100)) {
      remembered.set(key, key);
      expect(remembered.get('used')).toBe('x');
    }
  });

  it('gives the last value, wherever the earlier one was', () => {
    const remembered = new Generations<number>(2);
    remembered.set('a', 1);
    for (const key of ['b', 'c', 'a', 'd']) remembered.set(key, key === 'a' ? 2 : 0);
    expect(remembered.get('a')).toBe(2);
  });
});
