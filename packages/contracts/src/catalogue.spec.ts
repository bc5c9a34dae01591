import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventCatalogue, newestOf } from './catalogue.js';
import { conceptEventSchemas } from './concept/events.js';
import { instrumentEventSchemas, marketEventSchemas } from './market/events.js';
import { userEventSchemas } from './people/events.js';
import { familyOf, schemaVersionOf } from './upcasting.js';
import { waitlistEventSchemas } from './waitlist/events.js';

const folder = new URL('golden/', import.meta.url);
const golden = readdirSync(folder).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
const history: readonly { readonly type: string; readonly data: unknown }[] = JSON.parse(
  readFileSync(new URL('history/events.json', folder), 'utf8'),
);
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const textOf = (type: string): string => read(`golden/${type}.json`);
const shapes: Record<string, string> = JSON.parse(read('shapes.json'));

/** Fingerprint of everything a schema allows and forbids. */
const shapeOf = (schema: z.ZodType): string =>
  createHash('sha256')
    .update(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })))
    .digest('hex')
    .slice(0, 16);

describe('the catalogue', () => {
  it('has one golden event for each type, as it was first written', () => {
    expect(golden.sort()).toEqual([...eventCatalogue.keys()].sort());
  });

  it.each(golden)('still reads %s to the last byte, and upcasts it to a current type', (type) => {
    const data: unknown = JSON.parse(textOf(type));
    const parsed = eventCatalogue.get(type)?.schema.parse(data);
    expect(`${JSON.stringify(parsed, null, 2)}\n`).toBe(textOf(type));
    const newest = newestOf({ type, data });
    const written = eventCatalogue.get(newest?.type ?? '');
    expect(written?.upcast).toBeUndefined();
    expect(written?.schema.parse(newest?.data)).toEqual(newest?.data);
  });

  it('has every version of a type up to the newest, and all but that one are only read', () => {
    for (const family of new Set([...eventCatalogue.keys()].map(familyOf))) {
      const versions = [...eventCatalogue.keys()].filter((type) => familyOf(type) === family);
      const numbers = versions.map(schemaVersionOf).sort((a, b) => a - b);
      expect(numbers, family).toEqual(Array.from({ length: versions.length }, (_, index) => index + 1));
      const written = versions.filter((type) => !eventCatalogue.get(type)?.upcast).map(schemaVersionOf);
      expect(written, family).toEqual([versions.length]);
    }
  });

  it('leaves the data that it is handed as it is', () => {
    for (const type of golden) {
      const data: unknown = JSON.parse(textOf(type));
      newestOf({ type, data });
      expect(data).toEqual(JSON.parse(textOf(type)));
    }
  });

  it('reads all of the golden history, in which every type occurs in every version', () => {
    for (const { type, data } of history) {
      expect(eventCatalogue.get(type)?.schema.parse(data), type).toEqual(data);
      expect(newestOf({ type, data }), type).toBeDefined();
    }
    const occurring = new Set(history.map(({ type }) => type));
    expect([...occurring].sort()).toEqual([...eventCatalogue.keys()].sort());
  });

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

describe('a stored shape', () => {
  it.each([...eventCatalogue])('of %s is the one already in logs', (type, { schema }) => {
    // Changed on purpose? Add a new version instead (CONTRIBUTING, "Add an event version"). New? Add its line.
    expect(shapes[type], `packages/contracts/src/shapes.json: "${type}": "${shapeOf(schema)}"`).toBe(
      shapeOf(schema),
    );
  });

  it('is pinned for no type that is gone', () => {
    expect(Object.keys(shapes)).toEqual([...eventCatalogue.keys()].sort());
  });

  it('is distinguished from one with another field, bound, or word', () => {
    const one = z.object({ weight: z.number().int().min(1), via: z.enum(['a']) });
    const others = [
      one.extend({ reason: z.string().optional() }),
      one.extend({ weight: z.number().int().min(0) }),
      one.extend({ via: z.enum(['a', 'b']) }),
      one.partial({ via: true }),
    ];
    expect(new Set([one, ...others].map(shapeOf)).size).toBe(5);
  });
});
