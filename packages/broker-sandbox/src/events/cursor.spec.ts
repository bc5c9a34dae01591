import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeOfQuery } from './cursor.js';
import { isUlid, timeOfUlid, ulidOf } from './ulid.js';

const names = { since: 'since_id', until: 'until_id' };
const id = ulidOf(Date.parse('2026-11-20T15:00:00Z'), 7);

describe('a ULID', () => {
  it('sorts by time, then by sequence, and gives its time back', () => {
    const time = fc.integer({ min: 0, max: 2 ** 43 });
    fc.assert(
      fc.property(time, time, fc.nat(), fc.nat(), (a, b, m, n) => {
        const [first, second] = [ulidOf(a, m), ulidOf(b, n)];
        expect(isUlid(first)).toBe(true);
        expect(timeOfUlid(first)).toBe(a);
        expect(first < second).toBe(a < b || (a === b && m < n));
      }),
    );
  });
});

describe('the range of a query', () => {
  it('is open without cursors, and begins and ends where they say', () => {
    expect(rangeOfQuery({}, names)).toEqual({ since: undefined, until: undefined });
    expect(rangeOfQuery({ since_id: id }, names)).toEqual({ since: id, until: undefined });
    expect(rangeOfQuery({ since: '2026-11-20', until: '2026-11-21' }, names)).toEqual({
      since: ulidOf(Date.parse('2026-11-20'), 0),
      until: ulidOf(Date.parse('2026-11-21'), 0),
    });
  });

  it.each([{ since_id: '12' }, { since_id: '12', until_id: '40' }, { since_ulid: id, until_id: '40' }])(
    'by numeric ids is refused where they are deprecated, and not ignored: %j',
    (query) => {
      const ulids = {
        since: 'since_ulid',
        until: 'until_ulid',
        deprecated: { since: 'since_id', until: 'until_id' },
      };
      expect(rangeOfQuery(query, ulids)).toMatchObject({
        status: 422,
        message: expect.stringContaining('use since_ulid and until_ulid'),
      });
    },
  );

  it.each([
    [{ until: '2026-11-20' }, 'since is required'],
    [{ until_id: id }, 'since_id is required'],
    [{ since: '2026-11-20', since_id: id }, 'at the same time'],
    [{ since: '2026-11-20', until_id: id }, 'at the same time'],
    [{ since: 'yesterday' }, 'since is invalid'],
    [{ since_id: '1234' }, 'since_id is invalid'],
    [{ since_id: id, until_id: 'I'.repeat(26) }, 'until_id is invalid'],
  ])('%j is refused', (query, message) => {
    expect(rangeOfQuery(query, names)).toMatchObject({
      status: 422,
      message: expect.stringContaining(message),
    });
  });
});
