import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

// Alpaca's own OpenAPI documents, where a copy of them lies next to the repository.
const folder = fileURLToPath(new URL('../../../../../shared/reference/specs', import.meta.url));
export const present = existsSync(`${folder}/alpaca-broker-openapi.yaml`);

type Node = Record<string, unknown>;
export const documentOf = (name: string): Node => parse(readFileSync(`${folder}/${name}`, 'utf8')) as Node;

const at = (document: Node, path: readonly string[]): Node =>
  path.reduce<Node>((node, key) => resolve(document, node[key] as Node), document);
const resolve = (document: Node, node: Node): Node =>
  typeof node.$ref === 'string' ? at(document, node.$ref.split('/').slice(1)) : node;

/** A schema with its references resolved, as strict as it can be made: names that Alpaca does not have are faults. */
const strict = (document: Node, node: Node): Node => {
  const { description, example, examples, ...schema } = resolve(document, node);
  const properties = schema.properties as Node | undefined;
  const choices = schema.anyOf as Node[] | undefined;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, strict(document, value as Node)]),
      ),
      additionalProperties: false,
    }),
    ...(choices && { anyOf: choices.map((choice) => strict(document, choice)) }),
    ...(schema.items ? { items: strict(document, schema.items as Node) } : {}),
    ...(schema.additionalProperties
      ? { additionalProperties: strict(document, schema.additionalProperties as Node) }
      : {}),
  };
};

/** The Broker API is written in OpenAPI 3.1, the Market Data API in 3.0. */
const parsedSchema = (document: Node, schema: Node): z.ZodType =>
  z.fromJSONSchema(strict(document, schema), {
    defaultTarget: String(document.openapi).startsWith('3.0') ? 'openapi-3.0' : 'draft-2020-12',
  });

/** What a call answers with 200. */
export const answerSchema = (
  document: Node,
  path: string,
  { method = 'get', type = 'application/json' }: { method?: string; type?: string } = {},
): z.ZodType =>
  parsedSchema(
    document,
    at(document, ['paths', path, method, 'responses', '200', 'content', type, 'schema']),
  );

/** A schema by its name, with what is known to be wrong in the document put right. */
export const componentSchema = (document: Node, name: string, corrections: Node = {}): z.ZodType => {
  const schema = at(document, ['components', 'schemas', name]);
  const properties = { ...(schema.properties as Node), ...corrections };
  return parsedSchema(document, { ...schema, properties });
};
