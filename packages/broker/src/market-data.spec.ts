import { describe, expect, it } from 'vitest';
import { MarketData } from './market-data.js';

const bar = (date: string, c: number) => ({ t: `${date}T05:00:00Z`, o: c, h: c, l: c, c, v: 1 });

/** A broker that answers with these pages, one after the other, and with the last one from then on. */
const answering = (...pages: object[]) => {
  let asked = 0;
  const data = new MarketData({
    baseUrl: 'http://broker.example',
    keyId: 'key',
    secretKey: 'secret',
    fetch: async () => {
      asked += 1;
      return Response.json(pages.length > 1 ? pages.shift() : pages[0]);
    },
  });
  return { data, asked: () => asked };
};

const query = { symbols: ['AAPL'], start: '2026-03-02', end: '2026-03-04' };
const closesOf = async ({ data }: ReturnType<typeof answering>) =>
  (await data.cryptoBars(query)).get('AAPL')?.map(({ date, close }) => [date, close]);

describe('bars', () => {
  it('are in rising order, each day once, also when pages overlap and come in any order', async () => {
    const broker = answering(
      { bars: { AAPL: [bar('2026-03-04', 3), bar('2026-03-03', 2)] }, next_page_token: 'more' },
      { bars: { AAPL: [bar('2026-03-03', 2), bar('2026-03-02', 1)] }, next_page_token: null },
    );
    expect(await closesOf(broker)).toEqual([
      ['2026-03-02', '1'],
      ['2026-03-03', '2'],
      ['2026-03-04', '3'],
    ]);
  });

  it('are of the days that were asked for, whatever else comes', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-05'].map((date) => bar(date, 1));
    expect(await closesOf(answering({ bars: { AAPL: days }, next_page_token: null }))).toEqual([
      ['2026-03-02', '1'],
    ]);
  });

  it('that have no usable price are left out, and no other', async () => {
    const of = (c: unknown) => ({ t: '2026-03-03T05:00:00Z', o: 1, h: 1, l: 1, c, v: 1 });
    for (const unusable of [of(0), of(-1), of('7'), of(1e300), of(1e-17), of(undefined), null, 7]) {
      const bars = { AAPL: [bar('2026-03-02', 1), unusable, bar('2026-03-04', 3)], NVDA: [unusable] };
      expect(await closesOf(answering({ bars, next_page_token: null }))).toEqual([
        ['2026-03-02', '1'],
        ['2026-03-04', '3'],
      ]);
    }
    const dayless = { bars: { AAPL: [{ ...of(1), t: 'yesterday at noon' }, bar('2026-03-02', 1)] } };
    expect(await closesOf(answering(dayless))).toEqual([['2026-03-02', '1']]);
  });

  it('are refused when pages lead back to one before them, or never end', async () => {
    const broker = answering({ bars: {}, next_page_token: 'a' }, { bars: {}, next_page_token: 'b' });
    await expect(broker.data.cryptoBars(query)).rejects.toMatchObject({ kind: 'malformed' });
    expect(broker.asked()).toBe(100);
  });
});
