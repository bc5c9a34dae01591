import fc from 'fast-check';
import type { World } from './world.js';

/** The part of JSON Schema used here. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const name = fc
  .string({ unit: fc.constantFrom(...'ABCdefghijk '), minLength: 1, maxLength: 40 })
  .map((text) => `A${text}z`);
const cents = fc.integer({ min: 1, max: 9_999 }).map((amount) => (amount / 100).toFixed(2));

/** Mostly an existing id, sometimes one that leads nowhere. */
const oneOf = (known: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat().map((index) => known[index % Math.max(known.length, 1)] ?? 'nothing') },
    { weight: 1, arbitrary: fc.uuid() },
  );

/** Fields with rules no schema expresses, by name, filled in as people do. */
const fields: Readonly<Record<string, (world: World, schema: Schema) => fc.Arbitrary<unknown>>> = {
  concept_id: ({ known }) => oneOf(known.concepts ?? []),
  sub_concept: ({ known }) => oneOf(known.subConcepts ?? []),
  file: ({ known }) => oneOf(known.uploads ?? []),
  symbol: ({ known }) => fc.constantFrom(...(known.symbols ?? [])),
  stock_symbol: ({ known }) => fc.constantFrom(...(known.symbols ?? [])),
  percentage_allocation: () => fc.oneof(fc.integer({ min: 1, max: 100 }), cents),
  amount: () =>
    fc.oneof(
      cents,
      cents.map((text) => `$${text}`),
      fc.integer({ min: 1, max: 500 }),
    ),
  direction: () => fc.constantFrom('incoming', 'outgoing', 'INCOMING'),
  email: ({ customers }) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.uuid().map((id) => `${id}@example.com`) },
      { weight: 1, arbitrary: fc.nat().map((index) => customers[index % customers.length]?.email) },
      { weight: 1, arbitrary: fc.emailAddress() },
    ),
  code: () => fc.oneof(digits(6, 6), fc.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}$/)),
  phone: () => digits(9, 9).map((rest) => `5${rest}`),
  ssn: () => fc.integer({ min: 1, max: 9_999 }).map((last) => `520-11-${String(last).padStart(4, '0')}`),
  state: () => fc.constantFrom('CA', 'ny', 'TX'),
  zip_code: () => digits(5, 5),
  dob: () => fc.integer({ min: 1950, max: 2020 }).map((year) => `${year}-02-28`),
  street_address: () => digits(1, 4).map((number) => `${number} San Mateo Dr`),
  city: () => name,
  first_name: () => name,
  last_name: () => name,
  account_owner_name: () => name,
  bank_account_number: () => digits(4, 17),
  bank_routing_number: () => fc.constantFrom('121000358', '021000021', '1210-0035-8'),
  bank_account_type: () => fc.constantFrom('checking', 'SAVINGS'),
  agreement: () => fc.constant('agree'),
  image_url: () => fc.stringMatching(/^\/uploads\/[0-9a-f]{64}\.webp$/),
  first: () => fc.integer({ min: 1, max: 60 }).map(String),
  second: () => fc.integer({ min: 61, max: 100 }).map(String),
  from: () => fc.oneof(fc.integer({ min: 0, max: 9 }).map(String), date),
  // The hash of a checkpoint, or a position.
  before: ({ known }, { pattern }) =>
    pattern?.includes('{64}')
      ? oneOf(known.checkpoints ?? [])
      : fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
};

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

const text = (minLength: number, maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength }),
    fc.string({ unit: 'binary', minLength, maxLength }),
    fc.string({ minLength, maxLength }),
  );

const stringOf = ({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return date;
  if (pattern !== undefined && !/\\[pP]|\(\?/.test(pattern)) return fc.stringMatching(new RegExp(pattern));
  return text(minLength, Math.min(maxLength, 200));
};

/** Values a schema allows; for well-known fields, what people would type. */
const arbitraryOf = (schema: Schema, world: World, field = ''): fc.Arbitrary<unknown> => {
  const known = fields[field];
  if (known) return known(world, schema);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, world)));
  if (schema.type === 'object') return recordOf(schema, world);
  if (schema.type === 'array') {
    const { items = {}, minItems = 0, maxItems = 3 } = schema;
    return fc.array(arbitraryOf(items, world), {
      minLength: minItems,
      maxLength: Math.min(maxItems, minItems + 3),
    });
  }
  if (schema.type === 'string') return stringOf(schema);
  if (schema.type === 'integer') return fc.integer();
  if (schema.type === 'number') return fc.double();
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return fc.jsonValue({ maxDepth: 2 });
};

/** Objects a schema allows, with and without their optional fields. */
export const recordOf = (
  { properties = {}, required = [] }: Schema,
  world: World,
): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [key, arbitraryOf(schema, world, key)]),
    ),
    { requiredKeys: [...required] },
  );

/** Values no schema allows. */
export const nonsense: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00b',
    true,
    -1,
    0,
    1e308,
    -0,
    [],
    {},
    [[]],
    'null',
  ),
  fc.constantFrom(2 ** 60, '9'.repeat(400), '../../etc/passwd', "' OR 1=1 --", '<script>1</script>'),
  fc.integer({ min: 1, max: 3_000 }).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);
