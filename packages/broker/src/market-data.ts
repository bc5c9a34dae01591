import { z } from 'zod';
import { BrokerError } from './broker-error.js';
import { Connection, type ConnectionOptions, type Query } from './connection.js';
import { decimalText } from './decimal-text.js';

/** Dollars. What a share could have cost before many splits and reverse splits is well within. */
const prices = { least: 1e-9, most: 1e12 };

const barSchema = z
  .object({ t: z.iso.datetime(), c: z.number().min(prices.least).max(prices.most).transform(decimalText) })
  .transform(({ t, c }) => ({ date: t.slice(0, 10), close: c }));

/** One day of one symbol. The price in dollars, as exact decimal text. */
export type DailyBar = z.output<typeof barSchema>;

const pageSchema = z.object({
  bars: z.record(z.string(), z.array(z.unknown())).nullish(),
  next_page_token: z.string().nullish(),
});

/** The day of a bar; none of a bar without a usable price, which must not hold up the other symbols. */
const dayOf = (bar: unknown): DailyBar[] => {
  const { data } = barSchema.safeParse(bar);
  return data ? [data] : [];
};

/** Bars by symbol, each symbol's in rising order of date. */
export type BarsBySymbol = ReadonlyMap<string, readonly DailyBar[]>;

/** `raw`: as traded. `split`: in shares of today. `all`: dividends and spin-offs worked in as well. */
export type Adjustment = 'raw' | 'split' | 'all';

export interface BarQuery {
  readonly symbols: readonly string[];
  /** `YYYY-MM-DD`, both included. */
  readonly start: string;
  readonly end: string;
  readonly signal?: AbortSignal | undefined;
}

/** The most bars on one page, over all its symbols. */
const pageLimit = 10_000;

/** Many times what is ever asked for at once takes, also when pages are not full. */
const mostPages = 100;

/** A day that came twice, or out of turn, would be recorded as a return that never was. */
const inOrder = (days: readonly DailyBar[]): DailyBar[] =>
  days.toSorted((one, other) => (one.date < other.date ? -1 : 1));

/** Alpaca's Market Data API, as far as it is used: daily bars. */
export class MarketData {
  private readonly connection: Connection;

  constructor(options: ConnectionOptions) {
    this.connection = new Connection(options);
  }

  /** Daily bars of stocks and funds. A symbol without any in these days is absent. @throws BrokerError */
  stockBars({ adjustment, ...query }: BarQuery & { readonly adjustment: Adjustment }): Promise<BarsBySymbol> {
    return this.allPages('/v2/stocks/bars', query, { adjustment, feed: 'sip' });
  }

  /** Daily bars of crypto pairs such as `BTC/USD`, every day of the week. @throws BrokerError */
  cryptoBars(query: BarQuery): Promise<BarsBySymbol> {
    return this.allPages('/v1beta3/crypto/us/bars', query, {});
  }

  private async allPages(
    path: string,
    { symbols, start, end, signal }: BarQuery,
    more: Query,
  ): Promise<BarsBySymbol> {
    if (symbols.length === 0) return new Map();
    const query = {
      symbols: symbols.join(','),
      timeframe: '1Day',
      start,
      end,
      limit: pageLimit,
      sort: 'asc',
      ...more,
    };
    const bars = new Map<string, Map<string, DailyBar>>();
    for await (const page of this.pages(path, query, signal)) {
      for (const [symbol, days] of Object.entries(page)) {
        const known = bars.get(symbol) ?? new Map<string, DailyBar>();
        bars.set(symbol, known);
        for (const day of days.flatMap(dayOf))
          if (day.date >= start && day.date <= end) known.set(day.date, day);
      }
    }
    return new Map([...bars].map(([symbol, days]) => [symbol, inOrder([...days.values()])]));
  }

  private async *pages(path: string, query: Query, signal: AbortSignal | undefined) {
    let token: string | undefined;
    for (let asked = 0; asked < mostPages; asked += 1) {
      const page: z.output<typeof pageSchema> = await this.connection.get(path, {
        query: { ...query, page_token: token },
        schema: pageSchema,
        signal,
      });
      yield page.bars ?? {};
      token = page.next_page_token ?? undefined;
      if (token === undefined) return;
    }
    throw new BrokerError('the pages of bars have no end', { kind: 'malformed' });
  }
}
