import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newestOf } from './catalogue.js';
import { type Catalogue, familyOf, newestIn, schemaVersionOf, succeeded, unreadableIn } from './upcasting.js';

const catalogue: Catalogue = new Map([
  ['Named', succeeded(z.object({ n: z.string() }), ({ n }) => ({ type: 'Named.v2', data: { name: n } }))],
  [
    'Named.v2',
    succeeded(z.object({ name: z.string() }), (data) => ({
      type: 'Named.v3',
      data: { ...data, reason: null },
    })),
  ],
  ['Named.v3', { schema: z.object({ name: z.string(), reason: z.string().nullable() }) }],
  ['Circle', succeeded(z.object({}), (data) => ({ type: 'Circle', data }))],
]);

describe('an event of an older version', () => {
  it('is brought to the newest one, step by step', () => {
    const newest = { type: 'Named.v3', data: { name: 'Ocean', reason: null } };
    expect(newestIn(catalogue, { type: 'Named', data: { n: 'Ocean' } })).toEqual(newest);
    expect(newestIn(catalogue, { type: 'Named.v2', data: { name: 'Ocean' } })).toEqual(newest);
    expect(newestIn(catalogue, newest)).toEqual(newest);
  });

  it('of an unknown type is not an event', () => {
    expect(newestIn(catalogue, { type: 'Exploded', data: {} })).toBeUndefined();
    expect(newestIn(catalogue, { type: 'Named.v4', data: {} })).toBeUndefined();
    expect(newestIn(catalogue, { type: 'Circle', data: {} })).toBeUndefined();
  });

  it('says its version in its name', () => {
    expect(['Named', 'Named.v2', 'Named.v12'].map(schemaVersionOf)).toEqual([1, 2, 12]);
    expect(['Named', 'Named.v2', 'Named.v12'].map(familyOf)).toEqual(['Named', 'Named', 'Named']);
  });

  it('from a newer program is distinguished from an unknown one', () => {
    expect(unreadableIn(catalogue, 'Named.v4')).toBe(
      'it is version 4 of Named, but this program knows it only up to version 3: a newer program wrote it',
    );
    expect(unreadableIn(catalogue, 'Exploded')).toBe('this program does not know its type');
    expect(unreadableIn(catalogue, 'Exploded.v2')).toBe('this program does not know its type');
  });
});

describe('a complete session of version 1', () => {
  it('names what was missing, with an unknown reason', () => {
    const data = { date: '2026-01-05', symbols: 120, missing: ['HALT'] };
    expect(newestOf({ type: 'SessionPricesCompleted', data })).toEqual({
      type: 'SessionPricesCompleted.v3',
      data: { date: '2026-01-05', symbols: 120, missing: [{ symbol: 'HALT', cause: 'unknown' }] },
    });
  });
});
