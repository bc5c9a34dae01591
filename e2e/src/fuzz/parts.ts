import { type Call, isAllStorable } from '@groundswell/contracts';
import { z } from 'zod';
import type { Schema } from './values.js';

/** A request before encoding, as the values of its three parts. */
export interface Parts {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

export const schemaOf = (schema: z.ZodType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

/** Any value as text. An object is written as JSON: it may have a `toString` that is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Encodes UTF-8 bytes. An unpaired surrogate, which has none, becomes what a careless program would send. */
export const encoded = (value: unknown): string =>
  [...Buffer.from(textOf(value), 'utf8')]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

export const pathOf = ({ path }: Call, params: Record<string, unknown>): string =>
  path.replace(/:(\w+)/g, (_whole, key: string) => encoded(params[key] ?? ''));

export const queryOf = (query: Record<string, unknown>): string => {
  const pairs = Object.entries(query).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** What a service reads of it in an address. */
export const inAddress = (part: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, Buffer.from(textOf(value), 'utf8').toString('utf8')]),
  );

/** Parses the parts as the service does: only text in addresses, and JSON for a body. */
export const isUnderstood = ({ params, query, body }: Call, parts: Parts): boolean =>
  (
    [
      [params, parts.params],
      [query, parts.query],
      [body, JSON.parse(JSON.stringify(parts.body))],
    ] as const
  ).every(([schema, part]) => {
    const outcome = schema?.safeParse(part);
    return outcome === undefined || (outcome.success && isAllStorable(outcome.data));
  });
