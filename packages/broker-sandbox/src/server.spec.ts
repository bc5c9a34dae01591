import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type SandboxOptions } from './server.js';

let server: ReturnType<typeof createSandbox>;
const open = (options: Partial<SandboxOptions> = {}) => {
  server = createSandbox({ now: () => new Date('2026-11-20T22:00:00Z'), ...options });
};
afterEach(() => server.close());

const headers = { 'apca-api-key-id': 'key', 'apca-api-secret-key': 'secret' };
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
const get = (url: string, given: Record<string, string> = headers) => server.inject({ url, headers: given });

interface Page {
  bars: Record<string, { t: string; c: number }[]>;
  next_page_token: string | null;
}

const readAll = async (query: string): Promise<{ pages: number; bars: Page['bars'] }> => {
  const bars: Page['bars'] = {};
  let token: string | null = '';
  let pages = 0;
  while (token !== null) {
    const page: Page = (await get(`/v2/stocks/bars?${query}${token && `&page_token=${token}`}`)).json();
    for (const [symbol, more] of Object.entries(page.bars)) bars[symbol] = [...(bars[symbol] ?? []), ...more];
    token = page.next_page_token;
    pages += 1;
  }
  return { pages, bars };
};

describe('bars', () => {
  it.each(['asc', 'desc'])('in pages are the bars in one go (%s)', async (sort) => {
    open();
    const query = `symbols=SPY,AAPL,HLXL&timeframe=1Day&start=2026-05-01&adjustment=all&sort=${sort}`;
    const whole = await readAll(`${query}&limit=10000`);
    const paged = await readAll(`${query}&limit=7`);
    expect(whole.pages).toBe(1);
    expect(paged.pages).toBeGreaterThan(30);
    expect(paged.bars).toEqual(whole.bars);
    const days = whole.bars.AAPL?.map(({ t }) => t) ?? [];
    expect(days).toEqual(sort === 'asc' ? [...days].sort() : [...days].sort().reverse());
  });

  it('leave out unknown symbols, and refuse invalid queries', async () => {
    open();
    const page: Page = (await get('/v2/stocks/bars?symbols=NOPE,SPY&timeframe=1Day&start=2026-11-20')).json();
    expect(Object.keys(page.bars)).toEqual(['SPY']);
    for (const query of [
      'timeframe=1Day',
      'symbols=SPY&timeframe=1Fortnight',
      'symbols=SPY&timeframe=1Day&limit=10001',
      'symbols=SPY&timeframe=1Day&adjustment=some',
      'symbols=SPY&timeframe=1Day&start=yesterday',
      'symbols=SPY&timeframe=1Day&page_token=zzz',
      'symbols=BTC/USD&timeframe=1Day',
    ]) {
      expect((await get(`/v2/stocks/bars?${query}`)).statusCode, query).toBe(400);
    }
  });
});

describe('credentials', () => {
  it('are required: header pair or Basic for data, Basic for the broker, none for crypto', async () => {
    open();
    const status = async (url: string, given: Record<string, string>) => (await get(url, given)).statusCode;
    const bars = '/v2/stocks/bars?symbols=SPY&timeframe=1Day';
    expect(await status(bars, {})).toBe(401);
    expect(await status(bars, headers)).toBe(200);
    expect(await status(bars, basic('key:secret'))).toBe(200);
    expect(await status('/v1/clock', headers)).toBe(401);
    expect(await status('/v1/clock', basic('key:secret'))).toBe(200);
    expect(await status('/v1beta3/crypto/us/bars?symbols=BTC/USD&timeframe=1Day', {})).toBe(200);
  });

  it('are compared when some are configured', async () => {
    open({ credentials: { keyId: 'key', secret: 'right:er' } });
    expect((await get('/v1/clock', basic('key:wrong'))).json()).toEqual({
      code: 40110000,
      message: 'request is not authorized',
    });
    expect((await get('/v1/clock', basic('key:right:er'))).statusCode).toBe(200);
  });
});

describe('the rate limit', () => {
  it('comes with every answer, lasts for a minute, and then ends', async () => {
    let now = Date.parse('2026-11-20T22:00:30Z');
    open({ callsPerMinute: 2, now: () => new Date(now) });
    const first = await get('/v1/clock', basic('k:s'));
    expect(first.headers).toMatchObject({
      date: 'Fri, 20 Nov 2026 22:00:30 GMT',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': String(Date.parse('2026-11-20T22:01:00Z') / 1_000),
    });
    expect((await get('/v1/clock', basic('k:s'))).statusCode).toBe(200);
    expect((await get('/v1/clock', basic('k:s'))).statusCode).toBe(429);
    now = Date.parse('2026-11-20T22:01:00Z');
    expect((await get('/v1/clock', basic('k:s'))).statusCode).toBe(200);
  });
});

describe('planned faults', () => {
  const plan = (payload: object) => server.inject({ method: 'POST', url: '/admin/faults', payload });

  it('hit as many calls of a path as requested', async () => {
    open();
    await plan({ kind: '500', times: 2, path: '/v1/clock' });
    const status = async (url: string) => (await get(url, basic('k:s'))).statusCode;
    expect(await status('/v1/calendar?start=2026-11-20&end=2026-11-20')).toBe(200);
    expect([await status('/v1/clock'), await status('/v1/clock'), await status('/v1/clock')]).toEqual([
      500, 500, 200,
    ]);
    expect((await server.inject('/admin/calls')).json()).toEqual({ '/v1/calendar': 1, '/v1/clock': 3 });
  });

  it('say when to come back on 429, and refuse a kind that does not exist', async () => {
    open();
    await plan({ kind: '429', retryAfter: 5 });
    const answer = await get('/v1/clock', basic('k:s'));
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['x-ratelimit-reset'])).toBe(Date.parse('2026-11-20T22:00:05Z') / 1_000);
    expect((await plan({ kind: 'explode' })).statusCode).toBe(422);
  });
});

describe('assets, calendar and clock', () => {
  it('find an asset by symbol, by id, and a coin with its slash', async () => {
    open();
    const { id } = (await get('/v1/assets/AAPL', basic('k:s'))).json();
    expect((await get(`/v1/assets/${id}`, basic('k:s'))).json()).toMatchObject({
      symbol: 'AAPL',
      status: 'active',
    });
    for (const path of ['BTC/USD', 'BTC%2FUSD']) {
      expect((await get(`/v1/assets/${path}`, basic('k:s'))).json()).toMatchObject({ class: 'crypto' });
    }
    expect((await get('/v1/assets/NOPE', basic('k:s'))).json()).toMatchObject({ code: 40410000 });
  });

  it('list one class at a time', async () => {
    open({ generated: 3_000 });
    const count = async (query: string) => (await get(`/v1/assets${query}`, basic('k:s'))).json().length;
    expect(await count('?asset_class=crypto')).toBe(12);
    expect(await count('')).toBeGreaterThan(3_150);
    expect(await count('?status=inactive')).toBeGreaterThan(0);
  });

  it('know holidays, half days, and when the market opens next', async () => {
    open();
    const days = (await get('/v1/calendar?start=2026-11-25&end=2026-11-30', basic('k:s'))).json();
    expect(days.map(({ date, close }: { date: string; close: string }) => `${date} ${close}`)).toEqual([
      '2026-11-25 16:00',
      '2026-11-27 13:00',
      '2026-11-30 16:00',
    ]);
    expect((await get('/v1/clock', basic('k:s'))).json()).toEqual({
      timestamp: '2026-11-20T17:00:00-05:00',
      is_open: false,
      next_open: '2026-11-23T09:30:00-05:00',
      next_close: '2026-11-23T16:00:00-05:00',
    });
  });
});
