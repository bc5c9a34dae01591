import { type Call, calls } from '@groundswell/contracts';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** What the published document declares about an answer: by media type, how to recognize its body. */
type Documented = ReadonlyMap<string, z.ZodType | undefined>;

/** One operation of the published document, with the contract call it was generated from. */
export interface Operation {
  readonly name: string;
  readonly call: Call;
  /** By status, or by its first digit as in `4XX`. */
  readonly answers: ReadonlyMap<string, Documented>;
}

interface Published {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; responses: Json }>>>
  >;
  readonly components: { readonly responses: Json };
}

const documentedOf = (response: Json, components: Published['components']): Documented => {
  const reference = typeof response.$ref === 'string' ? response.$ref.split('/').at(-1) : undefined;
  const { content = {} } = (reference ? components.responses[reference] : response) as {
    content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }>;
  };
  return new Map(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      type.endsWith('json') ? z.fromJSONSchema(schema) : undefined,
    ]),
  );
};

/** Every operation of the published document. @throws when document and contract do not list the same ones */
export const operationsOf = (published: Published): Operation[] => {
  const operations = Object.values(published.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses }) => ({
      name: operationId,
      call: (calls as Readonly<Record<string, Call>>)[operationId] as Call,
      answers: new Map(
        Object.entries(responses).map(([status, response]) => [
          status,
          documentedOf(response as Json, published.components),
        ]),
      ),
    }));
  const missing = Object.keys(calls).filter((name) => !operations.some((each) => each.name === name));
  if (missing.length > 0 || operations.some(({ call }) => call === undefined))
    throw new Error(`the document and the contract differ: ${missing.join(', ')}`);
  return operations;
};
