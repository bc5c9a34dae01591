import { afterEach, describe, expect, it, vi } from 'vitest';
import { withEntry } from './layered-map.js';
import { deposited, linked, stateAfter } from './spec-kit/history.js';

const grown = (entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> =>
  entries.reduce<ReadonlyMap<string, number>>((map, [key, value]) => withEntry(map, key, value), new Map());

describe('a map that grows entry by entry', () => {
  const entries = Array.from({ length: 2_000 }, (_, at) => [`k${(at * 7) % 900}`, at] as const);

  it('is what a map is into which the same entries are put, in the same order', () => {
    const [map, plain] = [grown(entries), new Map(entries)];
    expect([...map]).toEqual([...plain]);
    expect([[...map.keys()], [...map.values()], map.size]).toEqual([
      [...plain.keys()],
      [...plain.values()],
      plain.size,
    ]);
    const seen: unknown[] = [];
    map.forEach((value, key) => {
      seen.push([key, value]);
    });
    expect(seen).toEqual([...plain]);
    expect([map.get('k7'), map.get('none'), map.has('k7'), map.has('none')]).toEqual([
      plain.get('k7'),
      undefined,
      true,
      false,
    ]);
  });

  it('leaves the one that it came from as it was, however many come from it', () => {
    const before = grown(entries);
    const told = [...before];
    const [one, other] = [withEntry(before, 'k7', -1), withEntry(before, 'new', -2)];
    expect([one.get('k7'), one.has('new'), other.get('new')]).toEqual([-1, false, -2]);
    expect(other.get('k7')).toBe(before.get('k7'));
    expect([...before]).toEqual(told);
  });
});

describe('the account of a person with many transfers', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is folded without copying all transfers at each event', () => {
    const deposits = Array.from({ length: 2_000 }, (_, at) => deposited(`t${at}`, '5.00'));
    const events = [linked, ...deposits].flat();
    const put = vi.spyOn(Map.prototype, 'set');
    const account = stateAfter(events);
    const copied = put.mock.calls.length;
    put.mockRestore();
    expect(account.transfers.size).toBe(2_000);
    expect(copied).toBeLessThan(events.length * 150);
  });
});
