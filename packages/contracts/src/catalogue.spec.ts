import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventCatalogue, newestOf, type StoredEventType, schemaVersionOf } from './catalogue.js';
import { conceptEventSchemas } from './concept/events.js';
import { instrumentEventSchemas, marketEventSchemas } from './market/events.js';
import { userEventSchemas } from './people/events.js';
import { waitlistEventSchemas } from './waitlist/events.js';

const folder = new URL('golden/', import.meta.url);
const golden = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
const dataOf = (type: string): unknown => JSON.parse(readFileSync(new URL(`${type}.json`, folder), 'utf8'));

describe('the catalogue', () => {
  it('has one golden event for each type, as it was first written', () => {
    expect(golden.sort()).toEqual([...eventCatalogue.keys()].sort());
  });

  it.each(golden)(
    'still reads %s, to the last field, and brings it to a type that is written today',
    (type) => {
      const data = dataOf(type);
      expect(eventCatalogue.get(type)?.schema.parse(data)).toEqual(data);
      const newest = newestOf({ type, data });
      expect(eventCatalogue.get(newest?.type ?? '')?.schema.parse(newest?.data)).toEqual(newest?.data);
    },
  );

  it('holds no type of two areas under one name', () => {
    const areas = [
      conceptEventSchemas,
      instrumentEventSchemas,
      marketEventSchemas,
      userEventSchemas,
      waitlistEventSchemas,
    ].flatMap((schemas) => Object.keys(schemas));
    expect(areas).toHaveLength(new Set(areas).size);
  });
});

describe('an event of an older version', () => {
  const catalogue = new Map<string, StoredEventType>([
    [
      'Named',
      {
        schema: z.object({ n: z.string() }),
        upcast: (data) => ({ type: 'Named.v2', data: { name: (data as { n: string }).n } }),
      },
    ],
    [
      'Named.v2',
      {
        schema: z.object({ name: z.string() }),
        upcast: (data) => ({ type: 'Named.v3', data: { ...(data as object), reason: null } }),
      },
    ],
    ['Named.v3', { schema: z.object({ name: z.string(), reason: z.string().nullable() }) }],
    ['Circle', { schema: z.object({}), upcast: (data) => ({ type: 'Circle', data }) }],
  ]);

  it('is brought to the newest one, step by step', () => {
    const newest = { type: 'Named.v3', data: { name: 'Ocean', reason: null } };
    expect(newestOf({ type: 'Named', data: { n: 'Ocean' } }, catalogue)).toEqual(newest);
    expect(newestOf({ type: 'Named.v2', data: { name: 'Ocean' } }, catalogue)).toEqual(newest);
    expect(newestOf(newest, catalogue)).toEqual(newest);
  });

  it('that nobody knows is no event', () => {
    expect(newestOf({ type: 'Exploded', data: {} }, catalogue)).toBeUndefined();
    expect(newestOf({ type: 'Circle', data: {} }, catalogue)).toBeUndefined();
  });

  it('says its version in its name', () => {
    expect(['Named', 'Named.v2', 'Named.v12'].map(schemaVersionOf)).toEqual([1, 2, 12]);
  });
});
