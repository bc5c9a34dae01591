import type { Day } from '@groundswell/domain/calendar';
import type { Sector } from './assets.js';
import type { Instrument } from './instrument.js';
import { bell, seedOf, uniform } from './random.js';

/** How an instrument hangs on the market, on its sector, and on nothing but itself (daily deviations). */
interface Loading {
  readonly market: number;
  readonly factor: Sector;
  readonly sector: number;
  readonly own: number;
}

const bySector: Readonly<Record<Sector, Omit<Loading, 'factor'>>> = {
  Semiconductors: { market: 1.45, sector: 0.012, own: 0.013 },
  Software: { market: 1.2, sector: 0.008, own: 0.013 },
  Cybersecurity: { market: 1.1, sector: 0.01, own: 0.015 },
  Media: { market: 1.15, sector: 0.007, own: 0.015 },
  CleanEnergy: { market: 1.25, sector: 0.016, own: 0.019 },
  Utilities: { market: 0.5, sector: 0.007, own: 0.008 },
  Water: { market: 0.8, sector: 0.006, own: 0.009 },
  Health: { market: 0.6, sector: 0.006, own: 0.014 },
  Robotics: { market: 1.05, sector: 0.006, own: 0.011 },
  Space: { market: 0.85, sector: 0.009, own: 0.018 },
  Marine: { market: 0.95, sector: 0.011, own: 0.014 },
  Financials: { market: 1.15, sector: 0.008, own: 0.014 },
  Consumer: { market: 0.65, sector: 0.004, own: 0.009 },
  Fund: { market: 1, sector: 0, own: 0.001 },
  Crypto: { market: 0.5, sector: 0.026, own: 0.021 },
};

const special: Readonly<Record<string, Loading>> = {
  SPY: { market: 1, factor: 'Fund', sector: 0, own: 0 },
  QQQ: { market: 1.12, factor: 'Software', sector: 0.003, own: 0.001 },
  GLD: { market: 0.05, factor: 'Fund', sector: 0, own: 0.009 },
  SLV: { market: 0.25, factor: 'Fund', sector: 0, own: 0.016 },
  IBIT: { market: 0.5, factor: 'Crypto', sector: 0.024, own: 0.006 },
  ICLN: { market: 0.9, factor: 'CleanEnergy', sector: 0.013, own: 0.002 },
  BOTZ: { market: 1.1, factor: 'Robotics', sector: 0.007, own: 0.003 },
  MSTR: { market: 1, factor: 'Crypto', sector: 0.032, own: 0.02 },
  COIN: { market: 1.2, factor: 'Crypto', sector: 0.024, own: 0.019 },
  MARA: { market: 1.2, factor: 'Crypto', sector: 0.03, own: 0.024 },
  RIOT: { market: 1.2, factor: 'Crypto', sector: 0.03, own: 0.022 },
  CLSK: { market: 1.2, factor: 'Crypto', sector: 0.031, own: 0.024 },
};

/** Chosen among hundreds for ordinary years: no crash, no bubble. */
const marketSeed = seedOf('market 189');
const sectorSeeds = new Map<Sector, number>();
const sectorSeed = (sector: Sector): number => {
  const seed = sectorSeeds.get(sector) ?? seedOf(`sector ${sector}`);
  sectorSeeds.set(sector, seed);
  return seed;
};

/** Calm and nervous stretches of about a month: volatility comes in clusters. */
const nervousness = (day: Day): number => 0.65 + 1.1 * uniform(marketSeed, -Math.floor(day / 23)) ** 2;

const loadingOf = (instrument: Instrument): Loading =>
  special[instrument.symbol] ?? { ...bySector[instrument.sector], factor: instrument.sector };

/** Drift of a sector or a symbol: a slow wave of its own, so that themes have good and bad half-years. */
const wave = (seed: number, day: Day): number =>
  (uniform(seed, 1_000_000 + Math.floor((day + (seed % 120)) / 120)) - 0.48) * 0.002;

/** Rare news of its own: about four times a year a jump of several percent. */
const news = (seed: number, day: Day, own: number): number =>
  uniform(seed, 2_000_000 + day) < 0.016 ? bell(seed, 3_000_000 + day) * own * 3 : 0;

/** The market as a whole moves on stock sessions only. */
const marketReturn = (day: Day): number => 0.00045 + 0.0082 * nervousness(day) * bell(marketSeed, day);

/** Total return of a day, before rounding to a price. */
export const returnOf = (instrument: Instrument, marketOpen: boolean): ((day: Day) => number) => {
  const { market, factor, sector, own } = loadingOf(instrument);
  const groupSeed = sectorSeed(factor);
  const { seed } = instrument;
  return (day) => {
    const group =
      sector === 0 ? 0 : sector * nervousness(day + 7) * bell(groupSeed, day) + wave(groupSeed, day);
    const itself = own === 0 ? 0 : own * bell(seed, day) + wave(seed, day) + news(seed, day, own);
    const total = (marketOpen ? market * marketReturn(day) : 0) + group + itself;
    return Math.min(0.4, Math.max(-0.3, total));
  };
};
