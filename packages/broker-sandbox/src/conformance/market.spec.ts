import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../server.js';
import { answerSchema, documentOf, present } from './openapi.js';

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
