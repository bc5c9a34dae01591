import { describe, expect, it } from 'vitest';
import { openSecondLook } from './second-look.js';

describe('what a look has found wrong', () => {
  it('is reported once the next look has found the same', () => {
    const looks = openSecondLook();
    expect([...looks.confirmed('ann', ['t1', 't2'])]).toEqual([]);
    expect(looks.waiting()).toEqual(['ann']);
    expect([...looks.confirmed('bob', ['t1'])]).toEqual([]);
    expect([...looks.confirmed('ann', ['t2', 't3'])]).toEqual(['t2']);
  });

  it('is forgotten by a look that does not find it', () => {
    const looks = openSecondLook();
    looks.confirmed('ann', ['t1']);
    looks.confirmed('ann', []);
    expect(looks.waiting()).toEqual([]);
    expect([...looks.confirmed('ann', ['t1'])]).toEqual([]);
  });
});
