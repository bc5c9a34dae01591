import { type Day, dayOf } from '@groundswell/domain/calendar';
import { type Adjustment, type Bar, barsOf } from './bars.js';
import { lastSession, type Session, sessionsOf } from './calendar.js';
import { firstDay, type Instrument, instrumentsOf } from './instrument.js';
import { cryptoSeries, type Series, stockSeries } from './series.js';

export interface MarketOptions {
  /** Today: data reaches to the last finished session. */
  readonly now: () => Date;
  /** Made-up tickers next to the well-known ones, for tests of scale. */
  readonly generated?: number;
}

/** Bars of one symbol still to send: how many there are, and any stretch of them. */
export interface BarRange {
  readonly count: number;
  readonly slice: (from: number, until: number) => Bar[];
}

/** The sandbox's market: what is listed, when it trades, and what it cost. Prices are made on first use and kept. */
export class Market {
  readonly instruments: readonly Instrument[];
  readonly sessions: readonly Session[];
  private readonly bySymbol: ReadonlyMap<string, Instrument>;
  private readonly sessionDays: ReadonlySet<Day>;
  private readonly kept = new Map<string, { readonly last: Day; readonly series: Series }>();

  constructor(private readonly options: MarketOptions) {
    this.instruments = instrumentsOf(options.generated ?? 0);
    this.bySymbol = new Map(this.instruments.map((instrument) => [instrument.symbol, instrument]));
    this.sessions = sessionsOf(2016, 2035);
    this.sessionDays = new Set(this.sessions.map(({ day }) => day));
  }

  now(): number {
    return this.options.now().getTime();
  }

  instrument(symbol: string): Instrument | undefined {
    return this.bySymbol.get(symbol);
  }

  /** Last stock session that has closed, or last whole day (UTC) for crypto. */
  private lastDay(crypto: boolean): Day {
    const now = this.now();
    if (crypto) return Math.floor(now / 86_400_000) - 1;
    return lastSession(this.sessions, now)?.day ?? firstDay - 1;
  }

  private series(instrument: Instrument): Series {
    const last = this.lastDay(instrument.crypto);
    const kept = this.kept.get(instrument.symbol);
    if (kept?.last === last) return kept.series;
    const series = instrument.crypto
      ? cryptoSeries(instrument, this.sessionDays, last)
      : stockSeries(
          instrument,
          this.sessions.filter(({ day }) => day >= firstDay && day <= last),
        );
    this.kept.set(instrument.symbol, { last, series });
    return series;
  }

  /** Daily bars of a symbol from one day to another, both included; undefined when there is no such symbol. */
  bars(symbol: string, from: Day, until: Day, adjustment: Adjustment): BarRange | undefined {
    const instrument = this.bySymbol.get(symbol);
    if (!instrument) return undefined;
    const series = this.series(instrument);
    const first = series.days.findIndex((day) => day >= from);
    const last = series.days.findLastIndex((day) => day <= until);
    const count = first < 0 || last < first ? 0 : last - first + 1;
    return {
      count,
      slice: (start, end) =>
        barsOf(instrument, series, adjustment, { from: first + start, until: first + end - 1 }),
    };
  }

  isListed({ listed, delisted }: Instrument): boolean {
    const today = dayOf(new Date(this.now()).toISOString().slice(0, 10));
    return listed <= today && (delisted === undefined || delisted > today);
  }
}
