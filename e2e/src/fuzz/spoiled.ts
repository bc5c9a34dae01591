import type { Call } from '@groundswell/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import { nonsense, type Schema } from './values.js';

type Fields = Record<string, unknown>;

/** One way to invalidate a request. */
interface Spoil {
  readonly kind: string;
  readonly body: (given: Fields) => Fields;
  readonly query: (given: Fields) => Fields;
}

const same = (given: Fields): Fields => given;
const inBody = (kind: string, body: Spoil['body']): Spoil => ({ kind, body, query: same });
const inQuery = (kind: string, query: Spoil['query']): Spoil => ({ kind, query, body: same });

const without = (given: Fields, key: string): Fields =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name !== key));

/** Text one character too long or too short. */
const beyond = ({ minLength = 0, maxLength }: Schema): string[] => [
  ...(maxLength === undefined || maxLength > 12_000 ? [] : ['x'.repeat(maxLength + 1)]),
  ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
];

const spoilsOf = (schema: z.ZodType | undefined, make: typeof inBody): fc.Arbitrary<Spoil>[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const keys = Object.keys(properties);
  if (keys.length === 0) return [];
  const edges = keys.flatMap((key) => beyond(properties[key] ?? {}).map((value) => ({ key, value })));
  return [
    fc
      .tuple(fc.constantFrom(...keys), nonsense)
      .map(([key, value]) =>
        make(`${key} is another kind of value`, (given) => ({ ...given, [key]: value })),
      ),
    ...(required.length > 0
      ? [fc.constantFrom(...required).map((key) => make(`${key} is missing`, (given) => without(given, key)))]
      : []),
    ...(edges.length > 0
      ? [
          fc
            .constantFrom(...edges)
            .map(({ key, value }) =>
              make(`${key} is beyond its limit`, (given) => ({ ...given, [key]: value })),
            ),
        ]
      : []),
  ];
};

const surplus = fc.oneof(
  fc.constantFrom(
    'is_staff',
    'toString',
    'hasOwnProperty',
    'role',
    'x'.repeat(200),
    '\0',
    '_',
    '$where',
    'user_id',
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => `z${text}`),
);

/**
 * Ways to invalidate a request of this call: fields of another type, missing, beyond their limits, and unknown
 * ones.
 */
export const spoiled = ({ body, query }: Call): fc.Arbitrary<Spoil> =>
  fc.oneof(
    ...spoilsOf(body, inBody),
    ...spoilsOf(query, inQuery),
    ...(body
      ? [
          fc
            .tuple(surplus, nonsense)
            .map(([key, value]) => inBody('an unknown field', (given) => ({ ...given, [key]: value }))),
        ]
      : []),
    surplus.map((key) => inQuery('an unknown parameter', (given) => ({ ...given, [key]: '1' }))),
  );
