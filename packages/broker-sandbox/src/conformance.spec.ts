import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createSandbox } from './server.js';

// Alpaca's own OpenAPI documents, where a copy of them lies beside the repository.
const folder = fileURLToPath(new URL('../../../../shared/reference/specs', import.meta.url));
const present = existsSync(`${folder}/alpaca-broker-openapi.yaml`);

type Node = Record<string, unknown>;
const documentOf = (name: string): Node => parse(readFileSync(`${folder}/${name}`, 'utf8')) as Node;

const at = (document: Node, path: readonly string[]): Node =>
  path.reduce<Node>((node, key) => resolve(document, node[key] as Node), document);
const resolve = (document: Node, node: Node): Node =>
  typeof node.$ref === 'string' ? at(document, node.$ref.split('/').slice(1)) : node;

/** A schema with its references resolved, as strict as it can be made: names that Alpaca does not have are faults. */
const strict = (document: Node, node: Node): Node => {
  const { description, example, examples, ...schema } = resolve(document, node);
  const properties = schema.properties as Node | undefined;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, strict(document, value as Node)]),
      ),
      additionalProperties: false,
    }),
    ...(schema.items ? { items: strict(document, schema.items as Node) } : {}),
    ...(schema.additionalProperties
      ? { additionalProperties: strict(document, schema.additionalProperties as Node) }
      : {}),
  };
};

const answerSchema = (document: Node, path: string): z.ZodType => {
  const schema = at(document, [
    'paths',
    path,
    'get',
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  ]);
  return z.fromJSONSchema(strict(document, schema), { defaultTarget: 'openapi-3.0' });
};

describe.skipIf(!present)("the sandbox's answers against Alpaca's OpenAPI documents", () => {
  const server = createSandbox({ now: () => new Date('2026-11-20T22:00:00Z') });
  afterAll(() => server.close());
  const authorization = `Basic ${Buffer.from('key:secret').toString('base64')}`;
  const get = async (url: string) =>
    (await server.inject({ url, headers: { authorization } })).json() as unknown;

  it.each([
    [
      'alpaca-market-data-openapi.yaml',
      '/v2/stocks/bars',
      '?symbols=AAPL,SPY&timeframe=1Day&start=2026-11-02&limit=3',
    ],
    ['alpaca-market-data-openapi.yaml', '/v2/stocks/bars', '?symbols=SPY&timeframe=1Day&start=2026-11-19'],
    [
      'alpaca-market-data-openapi.yaml',
      '/v1beta3/crypto/{loc}/bars',
      '?symbols=BTC/USD,SHIB/USD&timeframe=1Day&start=2026-11-02',
    ],
    ['alpaca-broker-openapi.yaml', '/v1/assets', ''],
    ['alpaca-broker-openapi.yaml', '/v1/assets/{symbol_or_asset_id}', ''],
    ['alpaca-broker-openapi.yaml', '/v1/calendar', '?start=2026-11-01&end=2026-12-31'],
    ['alpaca-broker-openapi.yaml', '/v1/clock', ''],
  ])('%s %s%s', async (file, path, query) => {
    const url = path.replace('{loc}', 'us').replace('{symbol_or_asset_id}', 'AAPL') + query;
    const answer = await get(url);
    expect(JSON.stringify(answer).length).toBeGreaterThan(80);
    expect(answerSchema(documentOf(file), path).safeParse(answer).error?.issues).toBeUndefined();
  });

  it('would notice a field that is missing or of another kind', () => {
    const schema = answerSchema(documentOf('alpaca-market-data-openapi.yaml'), '/v2/stocks/bars');
    const bar = { t: '2026-11-19T05:00:00Z', o: 1, h: 1, l: 1, c: 1, v: 1, n: 1, vw: 1 };
    expect(schema.safeParse({ bars: { SPY: [bar] }, next_page_token: null }).success).toBe(true);
    expect(schema.safeParse({ bars: { SPY: [{ ...bar, c: '1' }] }, next_page_token: null }).success).toBe(
      false,
    );
    expect(schema.safeParse({ bars: { SPY: [{ ...bar, extra: 1 }] }, next_page_token: null }).success).toBe(
      false,
    );
    expect(schema.safeParse({ bars: {} }).success).toBe(false);
  });
});
