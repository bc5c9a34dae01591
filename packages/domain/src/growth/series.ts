import { benchmarkSymbol, divideToNearest, growthMethod, textOfUnits } from '@groundswell/contracts';
import { type Composition, type Held, type Holding, timelineOf } from './composition.js';
import { indexScale, type PriceIndex } from './price-index.js';

/** One point of the chart: the value in dollars of an initial $100, with `growthDecimals` decimals. */
export interface GrowthPoint {
  readonly date: string;
  readonly portfolio: string;
  readonly spy: string;
  /** False where the first composition is applied to days before it existed. */
  readonly tracked: boolean;
}

/** Prices at the sessions of a window, shared by all concepts. */
export interface Prices {
  /** Dates in ascending order. */
  readonly sessions: readonly string[];
  readonly indexOf: (symbol: string) => PriceIndex | undefined;
}

/** Decimals of the dollars in a series. */
export const growthDecimals = growthMethod.dollarDecimals;

// A value is units times index, so it has the decimals of both. It is rounded only when written or reinvested.
const unitScale = growthMethod.keptDecimals;
const valueScale = unitScale + indexScale;
const hundred = BigInt(growthMethod.start) * 10n ** BigInt(valueScale);

/** The sessions from one year before the last session on. */
export const windowOf = (sessions: readonly string[]): readonly string[] => {
  const last = sessions.at(-1);
  if (last === undefined) return [];
  const start = yearBefore(last);
  return sessions.slice(sessions.findIndex((session) => session >= start));
};

/**
 * First session of a window that covers a whole year. Undefined if the known sessions do not reach back far enough.
 */
export const startOfYear = (window: readonly string[]): string | undefined => {
  const [first, last] = [window[0], window.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const late = Date.parse(first) - Date.parse(yearBefore(last));
  return late <= growthMethod.longestClosureDays * 86_400_000 ? first : undefined;
};

/** The same day one year earlier; February 28 for a leap day. */
export const yearBefore = (date: string): string =>
  `${Number(date.slice(0, 4)) - growthMethod.years}${date.endsWith('02-29') ? '-02-28' : date.slice(4)}`;

const quarterOf = (date: string): string =>
  `${date.slice(0, 4)} ${Math.floor((Number(date.slice(5, 7)) - 1) / growthMethod.rebalanceMonths)}`;

const beginsQuarter = (date: string, before: string): boolean => quarterOf(before) !== quarterOf(date);

/** Units held of each symbol with a price. */
type Units = readonly { readonly index: PriceIndex; readonly units: bigint }[];

interface Priced extends Holding {
  readonly index: PriceIndex;
}

/**
 * Holdings with a price at a session. The others have none yet, or are worth nothing, and their weight is
 * shared out.
 */
const pricedAt = (holdings: readonly Holding[], session: number, prices: Prices): Priced[] =>
  holdings.flatMap((holding) => {
    const index = prices.indexOf(holding.symbol);
    return index?.[session] ? [{ ...holding, index }] : [];
  });

/** Allocates a value to holdings by weight, at the prices of a session. */
const spread = (value: bigint, holdings: readonly Priced[], session: number): Units => {
  const whole = holdings.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  return holdings.map(({ weight, index }) => ({
    index,
    units: divideToNearest(value * BigInt(weight), whole * (index[session] ?? 1n)),
  }));
};

interface Rebalancing {
  readonly due: boolean;
  readonly session: number;
  readonly priced: readonly Priced[];
}

/** Units at target weights if a rebalance is due or another holding got a price; otherwise unchanged. */
const rebalanced = (units: Units, value: bigint, { due, session, priced }: Rebalancing): Units =>
  due || priced.length !== units.length ? spread(value, priced, session) : units;

const worth = (units: Units, session: number): bigint => {
  let value = 0n;
  for (const { index, units: held } of units) value += held * (index[session] ?? 0n);
  return value;
};

const nothing: Held = { holdings: [], changed: false };

const textOf = (value: bigint): string => textOfUnits(value, valueScale, growthDecimals);

/** The benchmark by first session. Most concepts share one, so it is formatted once. */
const benchmarks = new WeakMap<Prices, Map<number, readonly string[]>>();

const benchmarkFrom = (prices: Prices, start: number): readonly string[] => {
  const known = benchmarks.get(prices) ?? new Map<number, readonly string[]>();
  benchmarks.set(prices, known);
  const written = known.get(start) ?? writeBenchmark(prices, start);
  known.set(start, written);
  return written;
};

const writeBenchmark = ({ sessions, indexOf }: Prices, start: number): string[] => {
  const index = indexOf(benchmarkSymbol) ?? [];
  const units = divideToNearest(hundred, index[start] ?? 1n);
  return sessions.map((_, session) => textOf(units * (index[session] ?? 0n)));
};

/**
 * The value of $100, session by session. Exact except for divisions, which are rounded at the 18th decimal:
 * the same log gives the same bytes.
 *
 * $100 is spread by weight at the close of the first session at which any holding has a price. Weights return
 * to target at the close of each session at which the composition changes, a symbol gets its first price, or
 * a quarter begins. A concept without holdings keeps its value.
 */
export const growthOf = (history: readonly Composition[], prices: Prices): GrowthPoint[] => {
  const { sessions } = prices;
  const { held, trackedFrom } = timelineOf(history, sessions);
  const start = held.findIndex(({ holdings }, session) => pricedAt(holdings, session, prices).length > 0);
  if (start < 0) return [];
  const spy = benchmarkFrom(prices, start);
  const points: GrowthPoint[] = [];
  let units: Units = [];
  let value = hundred;
  for (let session = start; session < sessions.length; session += 1) {
    const [date, before] = [sessions[session] ?? '', sessions[session - 1] ?? ''];
    const { holdings, changed } = held[session] ?? nothing;
    if (units.length > 0) value = worth(units, session);
    const due = session === start || changed || beginsQuarter(date, before);
    // Only while a holding has no price does its first price have to be checked for.
    if (due || units.length < holdings.length) {
      units = rebalanced(units, value, { due, session, priced: pricedAt(holdings, session, prices) });
    }
    points.push({ date, portfolio: textOf(value), spy: spy[session] ?? '', tracked: session >= trackedFrom });
  }
  return points;
};
