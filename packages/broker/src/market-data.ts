import { z } from 'zod';
import { Connection, type ConnectionOptions, type Query } from './connection.js';
import { decimalText } from './decimal-text.js';

const price = z.number().positive().transform(decimalText);

const barSchema = z
  .object({
    t: z.string().min(10),
    o: price,
    h: price,
    l: price,
    c: price,
    v: z.number().transform(decimalText),
  })
  .transform(({ t, o, h, l, c, v }) => ({
    date: t.slice(0, 10),
    open: o,
    high: h,
    low: l,
    close: c,
    volume: v,
  }));

/** One day of one symbol. Prices in dollars and volume in shares, as exact decimal text. */
export type DailyBar = z.output<typeof barSchema>;

const pageSchema = z.object({
  bars: z.record(z.string(), z.array(barSchema)).nullish(),
  next_page_token: z.string().nullish(),
});

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
    const bars = new Map<string, DailyBar[]>();
    if (symbols.length === 0) return bars;
    const query = {
      symbols: symbols.join(','),
      timeframe: '1Day',
      start,
      end,
      limit: pageLimit,
      sort: 'asc',
      ...more,
    };
    let token: string | undefined;
    do {
      const page: z.output<typeof pageSchema> = await this.connection.get(path, {
        query: { ...query, page_token: token },
        schema: pageSchema,
        signal,
      });
      for (const [symbol, days] of Object.entries(page.bars ?? {})) {
        const known = bars.get(symbol);
        if (known) known.push(...days);
        else bars.set(symbol, days);
      }
      token = page.next_page_token ?? undefined;
    } while (token !== undefined);
    return bars;
  }
}
