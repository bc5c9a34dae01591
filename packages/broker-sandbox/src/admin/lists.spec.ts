import { describe, expect, it } from 'vitest';
import { type Fault, faultSchema, garbage } from './fault.js';
import { showsAt, spoiled } from './lists.js';

const now = Date.parse('2026-11-20T15:00:00Z');
const row = (id: string, age: number) => ({
  id,
  amount: '5',
  status: 'COMPLETE',
  created_at: new Date(now - age).toISOString(),
});
const rows = [row('new', 1_000), row('old', 60_000)];
const faultOf = (fault: object): Fault => faultSchema.parse(fault);

describe('a list that is behind', () => {
  it('hides what was created within the delay, without a notice', () => {
    const lag = (delay: number) => spoiled(rows, faultOf({ kind: 'list-lag', delay }), now);
    expect(lag(1_001)).toEqual([rows[1]]);
    expect(lag(90_000)).toEqual([]);
    // Nothing was hidden: the fault has not come to pass.
    expect(lag(1_000)).toBe(rows);
  });

  it('is the list of transfers or links; the search for accounts has a lag of its own', () => {
    for (const list of ['/v1/accounts/1/transfers', '/v1/accounts/1/ach_relationships']) {
      expect([showsAt('list-lag', list), showsAt('search-lag', list)]).toEqual([true, false]);
      expect(showsAt('row-garbage', list)).toBe(true);
    }
    expect([showsAt('list-lag', '/v1/accounts'), showsAt('search-lag', '/v1/accounts')]).toEqual([
      false,
      true,
    ]);
    expect(showsAt('list-renamed', '/v1/accounts/1')).toBe(false);
  });
});

describe('an unreadable row', () => {
  it('is the requested one, broken as requested, and the others stay as they are', () => {
    const spoiledAs = (how: string, which = 'newest') =>
      spoiled(rows, faultOf({ kind: 'row-garbage', garbage: how, row: which }), now);
    expect(garbage.map((how) => spoiledAs(how)[0])).toEqual([
      { id: 'new', status: 'COMPLETE', created_at: rows[0]?.created_at },
      { ...rows[0], amount: null },
      { ...rows[0], amount: 'twelve' },
      { ...rows[0], status: 7 },
      { ...rows[0], id: 7 },
      'row could not be loaded',
    ]);
    expect(spoiledAs('no-row')[1]).toBe(rows[1]);
    expect(spoiledAs('no-row', 'oldest')).toEqual([rows[0], 'row could not be loaded']);
    expect(spoiled([], faultOf({ kind: 'row-garbage' }), now)).toEqual([]);
  });
});

describe('statuses under other names', () => {
  it('apply to every row', () => {
    const shown = spoiled(rows, faultOf({ kind: 'list-renamed' }), now);
    expect(shown).toEqual(rows.map((each) => ({ ...each, status: 'COMPLETE_V2' })));
    const none: unknown[] = [];
    expect(spoiled(none, faultOf({ kind: 'list-renamed' }), now)).toBe(none);
  });
});
