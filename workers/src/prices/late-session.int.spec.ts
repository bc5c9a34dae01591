import type { MarketData } from '@groundswell/broker';
import { expect, it } from 'vitest';
import { shareRecording } from './spec-kit/recording.js';

const { dependencies, start, hold, lastDay, completed } = shareRecording();

it('prices of a session that the broker has late are asked for again the same night, and count as missing', {
  timeout: 150_000,
}, async () => {
  await hold('ocean', ['KO']);
  const clients = dependencies();
  let latest = '2026-11-09';
  const data = {
    stockBars: (query) => clients.data.stockBars({ ...query, end: query.end < latest ? query.end : latest }),
    cryptoBars: (query) => clients.data.cryptoBars(query),
  } as MarketData;
  await start({ data, rest: 0 });
  const missing = async () => (await completed()).map((session) => session.missing);
  // A batch that failed is tried again later each time, which a slow machine reaches more often.
  const eventually = { timeout: 45_000, interval: 50 };
  await expect.poll(missing, eventually).toEqual([
    [
      { symbol: 'KO', cause: 'no price' },
      { symbol: 'SPY', cause: 'failed' },
    ],
  ]);
  expect(await Promise.all(['KO', 'SPY'].map(lastDay))).toEqual(['2026-11-09', '2026-11-09']);
  latest = '2026-11-10';
  for (const symbol of ['SPY', 'KO']) await expect.poll(() => lastDay(symbol), eventually).toBe('2026-11-10');
});
