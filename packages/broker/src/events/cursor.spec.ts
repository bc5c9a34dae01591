import { describe, expect, it } from 'vitest';
import { atMost, earlier, RecentIds } from './cursor.js';

describe('an earlier cursor', () => {
  it('has a time earlier by the given amount, and no random part', () => {
    // 01ARZ3NDEKTSV4RRFFQ69G5FAV is the ULID of 1469922850259 in the specification of ULIDs.
    expect(earlier('01ARZ3NDEKTSV4RRFFQ69G5FAV', 0)).toBe('01ARZ3NDEK0000000000000000');
    expect(earlier('01ARZ3NDEKTSV4RRFFQ69G5FAV', 32)).toBe('01ARZ3NDDK0000000000000000');
    expect(earlier('01ARZ3NDEKTSV4RRFFQ69G5FAV', 2 ** 50)).toBe('0'.repeat(26));
  });

  it('stays as it is when it is not a ULID', () => {
    expect(earlier('122039', 1_000)).toBe('122039');
  });
});

describe('a cursor of at most some moment', () => {
  it('stays as it is unless its time is later', () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(atMost(id, 1_469_922_850_259)).toBe(id);
    expect(atMost(id, 1_469_922_850_258)).toBe('01ARZ3NDEJ0000000000000000');
  });
});

describe('recent ids', () => {
  it('know what came lately, and forget the oldest', () => {
    const recent = new RecentIds(2);
    expect([recent.add('a'), recent.add('b'), recent.add('a')]).toEqual([true, true, false]);
    expect(recent.add('c')).toBe(true);
    expect([recent.add('b'), recent.add('c'), recent.add('a')]).toEqual([false, false, true]);
  });
});
