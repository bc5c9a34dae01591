import { type Day, dayOf } from '@groundswell/domain/calendar';
import { type Sector, wellKnown } from './assets.js';
import { seedOf, uniform } from './random.js';

/** What the sandbox knows of one asset before any price. */
export interface Instrument {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string;
  readonly sector: Sector;
  readonly crypto: boolean;
  readonly seed: number;
  /** Dollars, on its first day. */
  readonly firstPrice: number;
  readonly listed: Day;
  /** Trading has stopped permanently. */
  readonly delisted?: Day | undefined;
  /** Days without trades, though the market was open: halts and plain gaps. */
  readonly silent: ReadonlySet<Day>;
  /** New shares per old one, by the day from which prices are in new shares. */
  readonly splits: ReadonlyMap<Day, number>;
  /** Dividends of a year over the price; 0 for none. */
  readonly dividendYield: number;
}

/** The synthetic history starts here. */
export const firstDay = dayOf('2023-01-03');

const listings: Readonly<Record<string, string>> = {
  NXT: '2023-02-09',
  LUNR: '2023-02-14',
  ARM: '2023-09-14',
  IBIT: '2024-01-11',
  RDDT: '2024-03-21',
  GEV: '2024-03-27',
  SERV: '2024-04-18',
  CRWV: '2025-03-28',
  HLXL: '2026-06-16',
};

const splits: Readonly<Record<string, readonly (readonly [date: string, ratio: number])[]>> = {
  WMT: [['2024-02-26', 3]],
  NVDA: [['2024-06-10', 10]],
  AVGO: [['2024-07-15', 10]],
  SMCI: [['2024-10-01', 10]],
  LRCX: [['2024-10-03', 10]],
  ANET: [['2024-12-04', 4]],
  PANW: [['2024-12-16', 2]],
  NFLX: [['2025-11-17', 10]],
  NOW: [['2025-12-18', 5]],
  CHPT: [['2025-07-28', 0.05]],
  LCID: [['2025-09-02', 0.1]],
  FELE: [['2026-03-16', 2]],
  DUOL: [['2026-06-08', 3]],
  CRWD: [['2026-09-14', 4]],
};

/** Days on which one symbol did not trade: a halt of two weeks, and a single missing day. */
const silences: Readonly<Record<string, readonly (readonly [from: string, until: string])[]>> = {
  MERB: [['2026-04-13', '2026-04-24']],
  ERII: [['2026-05-20', '2026-05-20']],
};

const yields: Partial<Record<Sector, number>> = {
  Utilities: 0.034,
  Water: 0.016,
  Consumer: 0.022,
  Marine: 0.03,
  Health: 0.014,
  Robotics: 0.013,
};
const yieldOf: Readonly<Record<string, number>> = {
  SPY: 0.013,
  QQQ: 0.006,
  MSFT: 0.008,
  AAPL: 0.005,
  AVGO: 0.014,
  TXN: 0.027,
  QCOM: 0.021,
  IBM: 0.036,
  JPM: 0.024,
  V: 0.007,
  MA: 0.006,
  LMT: 0.026,
  NOC: 0.016,
  HASI: 0.062,
};
const payNothing = new Set([
  'ERII',
  'ISRG',
  'SYM',
  'SERV',
  'CRSP',
  'NTLA',
  'BEAM',
  'ILMN',
  'DXCM',
  'RXRX',
  'TWST',
  'HLXL',
  'REGN',
  'VRTX',
  'MERB',
]);

const daysBetween = (from: string, until: string): Day[] => {
  const first = dayOf(from);
  return Array.from({ length: dayOf(until) - first + 1 }, (_, index) => first + index);
};

const known = (sector: Sector): Instrument[] =>
  wellKnown[sector].map(([symbol, name, exchange, firstPrice]) => ({
    symbol,
    name,
    exchange,
    sector,
    crypto: sector === 'Crypto',
    seed: seedOf(symbol),
    firstPrice,
    listed: listings[symbol] ? dayOf(listings[symbol]) : firstDay,
    silent: new Set((silences[symbol] ?? []).flatMap(([from, until]) => daysBetween(from, until))),
    splits: new Map((splits[symbol] ?? []).map(([date, ratio]) => [dayOf(date), ratio])),
    dividendYield: payNothing.has(symbol) ? 0 : (yieldOf[symbol] ?? yields[sector] ?? 0),
  }));

const sectors = Object.keys(wellKnown) as Sector[];
const companySectors = sectors.filter((sector) => sector !== 'Crypto' && sector !== 'Fund');

/** `ZAAAA`, `ZAAAB`, …: five letters, so that no real ticker of the list is among them. */
const generatedSymbol = (index: number): string => {
  const letters = [17_576, 676, 26, 1].map((place) =>
    String.fromCharCode(65 + (Math.floor(index / place) % 26)),
  );
  return `Z${letters.join('')}`;
};

/** One in fifty is listed at some time within twelve years of the start, so that there are always young ones. */
const generated = (index: number): Instrument => {
  const symbol = generatedSymbol(index);
  const seed = seedOf(symbol);
  const listedLater = uniform(seed, 11) < 0.02;
  const silentFrom = firstDay + Math.floor(uniform(seed, 13) * 4_000);
  const halted = uniform(seed, 14) < 0.05;
  return {
    symbol,
    name: `${symbol.charAt(0)}${symbol.slice(1).toLowerCase()} Holdings, Inc.`,
    exchange: uniform(seed, 15) < 0.5 ? 'NASDAQ' : 'NYSE',
    sector: companySectors[Math.floor(uniform(seed, 16) * companySectors.length)] ?? 'Software',
    crypto: false,
    seed,
    firstPrice: Math.round(800 + uniform(seed, 17) ** 3 * 40_000) / 100,
    listed: listedLater ? firstDay + Math.floor(uniform(seed, 12) * 4_400) : firstDay,
    delisted: uniform(seed, 18) < 0.002 ? silentFrom + 200 : undefined,
    silent: new Set(halted ? Array.from({ length: 6 }, (_, day) => silentFrom + day) : []),
    splits: new Map(),
    dividendYield: uniform(seed, 19) < 0.4 ? 0.005 + uniform(seed, 20) * 0.04 : 0,
  };
};

/** The well-known assets, and as many generated ones as are asked for (at most 456,976). */
export const instrumentsOf = (generatedCount: number): Instrument[] => [
  ...sectors.flatMap(known),
  ...Array.from({ length: generatedCount }, (_, index) => generated(index)),
];
