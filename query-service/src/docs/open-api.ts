import { type Call, problemSchema, provenPaths, type RefusalCode, refusals } from '@groundswell/contracts';
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** The page and the document describe the same schemas, which takes a fifth of a start of the service. */
const described = { input: new WeakMap<z.ZodType, Json>(), output: new WeakMap<z.ZodType, Json>() };

/** A schema in OpenAPI 3.1; a request is described as sent, an answer as received. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const known = described[io].get(schema);
  if (known) return known;
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  described[io].set(schema, json);
  return json;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const readAfter = {
  name: 'read-after',
  in: 'header',
  required: false,
  description: 'The position that a command returned. The response reflects it, or says "read-stale: true".',
  schema: { type: 'string' },
};
const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description:
    'One key per submission. A repeat gets the first answer again; with another body it is refused.',
  schema: { type: 'string' },
};

const identityProof = {
  name: 'identity-proof',
  in: 'header',
  required: false,
  description: 'The proof from `/user/prove/` for this call. If it is needed and missing, the answer is 403.',
  schema: { type: 'string' },
};
const isProven = ({ method, path }: Call): boolean =>
  method === 'POST' && provenPaths.some((proven) => proven === path);

/** OpenAPI represents files in a multipart form as binary strings (OpenAPI 3.1, section 4.8.14.5). */
const formOf = (form: z.ZodType): Json => {
  const schema = schemaOf(form, 'input') as { properties?: Record<string, Json> };
  const files = { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } };
  return { ...schema, properties: { ...schema.properties, 'files[]': files }, required: ['files[]'] };
};

const requestBodyOf = ({ body, form }: Call): Json => {
  if (!body && !form) return {};
  const content = {
    ...(body ? { 'application/json': { schema: schemaOf(body, 'input') } } : {}),
    ...(form ? { 'multipart/form-data': { schema: formOf(form) } } : {}),
  };
  return { requestBody: { required: true, content } };
};

const operationOf = (name: string, call: Call): Json => ({
  operationId: name,
  summary: call.summary,
  parameters: [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    call.method === 'GET' ? readAfter : idempotencyKey,
    ...(isProven(call) ? [identityProof] : []),
  ],
  ...requestBodyOf(call),
  responses: {
    200: {
      description: 'As asked',
      content: { [call.produces ?? 'application/json']: { schema: schemaOf(call.response, 'output') } },
    },
    ...(call.method === 'GET'
      ? { 304: { description: 'Unchanged since the copy that `if-none-match` names' } }
      : {}),
    '4XX': { $ref: '#/components/responses/Problem' },
    // 503: nothing was done, retry after the given time. 504: it may have been done.
    '5XX': { $ref: '#/components/responses/Problem' },
  },
  security: call.access === 'public' ? [] : [{ bearer: [] }],
  'x-access': call.access,
});

/** A refusal with every possible code; the message explains it. */
const refusalSchema = problemSchema.extend({ code: z.enum(Object.keys(refusals) as RefusalCode[]) });

const meanings = Object.entries(refusals)
  .map(([code, { status, message }]) => `- \`${code}\` (${status}): ${message}`)
  .join('\n');

/** Converts `/api/x/:id/` to OpenAPI's `/api/x/{id}/`. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/**
 * The whole contract as an OpenAPI 3.1 document: generated from the calls, so it cannot drift from the
 * implementation.
 */
export const openApiOf = (calls: Readonly<Record<string, Call>>): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const path = templateOf(call.path);
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Groundswell', version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Problem: {
          description: `Refused: \`code\` is stable, \`error\` is for people, \`fields\` names each faulty field.\n\n${meanings}`,
          headers: {
            'retry-after': {
              description: 'Seconds to wait, with 429 and 503',
              schema: { type: 'integer' },
            },
          },
          content: { 'application/problem+json': { schema: schemaOf(refusalSchema, 'output') } },
        },
      },
    },
  };
};
