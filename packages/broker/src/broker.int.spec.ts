import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Broker } from './broker.js';
import { MarketData } from './market-data.js';
import { failure, type RunningSandbox, startSandbox, unhurried } from './trial/sandbox.js';

let sandbox: RunningSandbox;
let baseUrl: string;

beforeAll(async () => {
  sandbox = await startSandbox({ SANDBOX_GENERATED_SYMBOLS: '100' });
  ({ baseUrl } = sandbox);
});
afterAll(() => sandbox.part.stop());

const plan = (fault: object) => sandbox.admin('POST', '/faults', fault);
afterEach(() => sandbox.admin('DELETE', '/faults'));

const keys = { keyId: 'key', secretKey: 'secret' };

describe('market data', () => {
  it('reads all pages: a year of a hundred symbols, in exact decimal text', async () => {
    const data = new MarketData({ baseUrl, ...keys });
    const symbols = Array.from({ length: 100 }, (_, index) => {
      const [a, b] = [Math.floor(index / 26), index % 26].map((place) => String.fromCharCode(65 + place));
      return `ZAA${a}${b}`;
    });
    const bars = await data.stockBars({ symbols, start: '2024-01-01', end: '2024-12-31', adjustment: 'raw' });
    const days = [...bars.values()].map((of) => of.length);
    expect(Math.max(...days)).toBe(252);
    expect(days.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20_000);
    const calls = (await sandbox.admin('GET', '/calls')) as Record<string, number>;
    expect(calls['/v2/stocks/bars']).toBeGreaterThan(1);
    for (const day of bars.get('ZAAAA') ?? []) expect(day.close).toMatch(/^\d+(\.\d{1,2})?$/);
  });

  it('keeps every digit of a coin that costs a thousandth of a cent', async () => {
    const data = new MarketData({ baseUrl, ...keys, authentication: 'headers' });
    const bars = await data.cryptoBars({
      symbols: ['SHIB/USD', 'BTC/USD'],
      start: '2026-01-03',
      end: '2026-01-04',
    });
    expect(bars.get('BTC/USD')).toHaveLength(2);
    for (const { close } of bars.get('SHIB/USD') ?? []) expect(close).toMatch(/^0\.0000\d{3,6}$/);
  });
});

describe('the broker', () => {
  it('lists the assets of a class', async () => {
    const broker = new Broker({ baseUrl, ...keys });
    const apple = { symbol: 'AAPL', assetClass: 'us_equity', tradable: true };
    expect(await broker.assets('us_equity')).toContainEqual(expect.objectContaining(apple));
    expect((await broker.assets('crypto')).map(({ symbol }) => symbol)).toContain('ETH/USD');
  });

  it('lists sessions and the clock', async () => {
    const broker = new Broker({ baseUrl, ...keys });
    expect(await broker.calendar('2026-11-26', '2026-11-27')).toEqual([
      { date: '2026-11-27', open: '09:30', close: '13:00' },
    ]);
    expect((await broker.clock()).now.getTime()).toBeGreaterThan(0);
  });
});

describe('when the broker fails', () => {
  it('repeats after 500, with growing waits', async () => {
    const { waits, timing } = unhurried();
    await plan({ kind: '500', times: 3 });
    const broker = new Broker({ baseUrl, ...keys, timing });
    expect(await broker.clock()).toBeDefined();
    expect(waits).toEqual([250, 500, 1_000]);
  });

  it('waits for the end of the window after 429', async () => {
    const { waits, timing } = unhurried();
    await plan({ kind: '429', retryAfter: 30 });
    expect(await new Broker({ baseUrl, ...keys, timing }).clock()).toBeDefined();
    expect(Math.max(...waits)).toBeGreaterThan(28_000);
  });

  it('repeats when a connection is cut', async () => {
    const { timing } = unhurried();
    await plan({ kind: 'drop', times: 2 });
    expect(await new Broker({ baseUrl, ...keys, timing }).clock()).toBeDefined();
  });

  it('gives up in the end, naming status and code', async () => {
    const { timing } = unhurried();
    await plan({ kind: '500', times: 50 });
    const error = await failure(new Broker({ baseUrl, ...keys, timing, attempts: 3 }).clock());
    expect(error).toMatchObject({ kind: 'unavailable', status: 500, code: 50010000 });
  });

  it('does not wait forever for an answer', async () => {
    const { timing } = unhurried();
    await plan({ kind: 'hang', times: 2 });
    const broker = new Broker({ baseUrl, ...keys, timing, timeout: 100, attempts: 2 });
    expect((await failure(broker.clock())).kind).toBe('timeout');
  });

  it('does not repeat what was refused', async () => {
    const { waits, timing } = unhurried();
    const broker = new Broker({ baseUrl, keyId: 'key', secretKey: 'wrong', timing });
    expect(await failure(broker.clock())).toMatchObject({ kind: 'refused', status: 401, code: 40110000 });
    expect(waits).toEqual([]);
  });

  it('stops at once when the caller does', async () => {
    await plan({ kind: 'hang' });
    const stopping = new AbortController();
    const call = new Broker({ baseUrl, ...keys }).clock(stopping.signal);
    stopping.abort(new Error('closing down'));
    await expect(call).rejects.toThrow('closing down');
  });
});
