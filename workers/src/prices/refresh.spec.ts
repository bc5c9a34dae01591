import { type BarsBySymbol, BrokerError, type MarketData } from '@groundswell/broker';
import type { DailyReturn } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { expect, it } from 'vitest';
import { refreshSymbols } from './refresh.js';

interface Market {
  /** Closes by day; what the adjusted ones are, where they differ. */
  readonly bars: Record<string, string>;
  readonly adjusted?: Record<string, string>;
  readonly recorded: readonly DailyReturn[];
  readonly symbol?: string;
  /** What every question for stocks ends in. */
  readonly fault?: BrokerError;
}

/** What is recorded of one symbol when it is brought up to a session, and what came of it. */
const refresh = async (session: string, { bars, adjusted, recorded, symbol = 'KO', fault }: Market) => {
  const asked: string[] = [];
  const of = (closes: Record<string, string>, start: string, end: string): BarsBySymbol =>
    new Map([
      [
        symbol,
        Object.entries(closes)
          .filter(([date]) => date >= start && date <= end)
          .map(([date, close]) => ({ date, close })),
      ],
    ]);
  const data = {
    stockBars: async ({ start, end, adjustment }) => {
      asked.push(start);
      if (fault) throw fault;
      return of(adjustment === 'all' ? { ...bars, ...adjusted } : bars, start, end);
    },
    cryptoBars: async ({ start, end }) => of(bars, start, end),
  } as MarketData;
  const appended: DailyReturn[] = [];
  const eventStore = {
    append: async (_stream: string, events: readonly { readonly data: { days: DailyReturn[] } }[]) =>
      void appended.push(...events.flatMap(({ data }) => data.days)),
    readStream: async () => ({
      events: [{ type: 'DailyReturnsRecorded', data: { symbol, days: recorded } }],
    }),
  } as unknown as EventStore;
  const outcomes: unknown[] = [];
  const database = {
    async query(text: string, values: readonly unknown[]) {
      if (text.includes('recorded_symbol'))
        return recorded
          .slice(-1)
          .map(({ date, close }) => ({ symbol, last_date: date, last_close: close, revision: 0 }));
      outcomes.push(...(values[2] as unknown[]));
      return [];
    },
  } as unknown as Database;
  const log = createLog({ service: 'spec', level: 'silent' });
  const now = () => new Date(`${session}T22:00:00Z`);
  await refreshSymbols({ database, eventStore, data, now, log }, [symbol], session);
  return { appended, outcomes, asked };
};

const day = (date: string, close: string, totalReturn: string | null): DailyReturn => ({
  date,
  close,
  totalReturn,
});
const recorded = [day('2026-01-05', '80', null), day('2026-01-06', '100', '0.25')];

it('a symbol continues where the broker has withdrawn its last recorded day', async () => {
  const { appended, outcomes, asked } = await refresh('2026-01-07', {
    bars: { '2026-01-05': '80', '2026-01-07': '110' },
    recorded,
  });
  expect(appended).toEqual([day('2026-01-07', '110', '0.1')]);
  expect(outcomes).toEqual(['recorded']);
  expect(asked).toEqual(['2026-01-06', '2026-01-06', '2025-12-23', '2025-12-23']);
});

it('a symbol is asked for once where the broker has its last recorded day, or nothing later', async () => {
  const usual = await refresh('2026-01-07', { bars: { '2026-01-06': '100', '2026-01-07': '110' }, recorded });
  expect([usual.outcomes, usual.asked]).toEqual([['recorded'], ['2026-01-06', '2026-01-06']]);
  const halted = await refresh('2026-01-07', { bars: { '2026-01-05': '80' }, recorded });
  expect([halted.outcomes, halted.asked]).toEqual([['no price'], ['2026-01-06', '2026-01-06']]);
});

it('a close that the broker corrects later counts the next day', async () => {
  const { appended, outcomes } = await refresh('2026-01-07', {
    bars: { '2026-01-06': '110', '2026-01-07': '121' },
    recorded,
  });
  expect([appended, outcomes]).toEqual([[day('2026-01-07', '121', '0.21')], ['recorded']]);
});

const refusal = (kind: 'refused' | 'unavailable') =>
  new BrokerError('the broker answered 400', { kind, status: 400 });

it('a symbol that the broker refuses is refused, but not the benchmark, which it cannot do without', async () => {
  const refused = { bars: {}, recorded, fault: refusal('refused') };
  expect((await refresh('2026-01-07', refused)).outcomes).toEqual(['refused']);
  expect((await refresh('2026-01-07', { ...refused, symbol: 'SPY' })).outcomes).toEqual(['failed']);
});

it('a refusal that does not come from the broker refuses no symbol', async () => {
  const fault = refusal('unavailable');
  await expect(refresh('2026-01-07', { bars: {}, recorded, fault })).rejects.toBe(fault);
});

it('a split that the broker has not adjusted yet is no fall, and is recorded once it has', async () => {
  const bars = { '2026-01-06': '100', '2026-01-07': '50.5' };
  expect(await refresh('2026-01-07', { bars, recorded })).toMatchObject({
    appended: [],
    outcomes: ['in doubt'],
  });
  const later = { ...bars, '2026-01-08': '51' };
  const { appended } = await refresh('2026-01-08', {
    bars: later,
    adjusted: { '2026-01-06': '50' },
    recorded,
  });
  expect(appended).toEqual([day('2026-01-07', '50.5', '0.01'), day('2026-01-08', '51', '0.009900990099')]);
});

it('a fall after which a stock stops trading is recorded two sessions later', async () => {
  // The ninth is a Friday.
  const bars = { '2026-01-06': '100', '2026-01-09': '12' };
  const early = await refresh('2026-01-12', { bars, recorded });
  expect([early.appended, early.outcomes]).toEqual([[], ['in doubt']]);
  const { appended, outcomes } = await refresh('2026-01-13', { bars, recorded });
  expect([appended, outcomes]).toEqual([[day('2026-01-09', '12', '-0.88')], ['no price']]);
});

it('a fall that two later days confirm is recorded, and one of a currency at once', async () => {
  const bars = { '2026-01-06': '100', '2026-01-07': '50', '2026-01-08': '50', '2026-01-09': '50' };
  const { appended } = await refresh('2026-01-09', { bars, recorded });
  expect(appended.map(({ totalReturn }) => totalReturn)).toEqual(['-0.5', '0', '0']);
  const coin = await refresh('2026-01-07', { bars, recorded, symbol: 'BTC/USD' });
  expect(coin.appended).toEqual([day('2026-01-07', '50', '-0.5')]);
});
