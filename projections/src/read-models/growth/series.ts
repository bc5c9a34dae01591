import { benchmarkSymbol, divideToNearest, textOfUnits } from '@groundswell/contracts';
import { type Composition, type Holding, timelineOf } from './composition.js';
import { indexScale, type PriceIndex } from './price-index.js';

/** One point of the chart: dollars that $100 became, with `growthDecimals` decimals. */
export interface GrowthPoint {
  readonly date: string;
  readonly portfolio: string;
  readonly spy: string;
  /** False where today's first composition is applied to days before it existed. */
  readonly tracked: boolean;
}

/** Prices laid on the sessions of a window; the same for every concept. */
export interface Prices {
  /** Rising dates. */
  readonly sessions: readonly string[];
  readonly indexOf: (symbol: string) => PriceIndex | undefined;
}

/** Decimals of dollars that a series is written with. */
export const growthDecimals = 6;

// A value is units times index, so it has the decimals of both; it is rounded only where it is written or reinvested.
const unitScale = 18;
const valueScale = unitScale + indexScale;
const hundred = 100n * 10n ** BigInt(valueScale);

/** First session at or after one year before the last one; sessions from there on are the window. */
export const windowOf = (sessions: readonly string[]): readonly string[] => {
  const last = sessions.at(-1);
  if (last === undefined) return [];
  const start = yearBefore(last);
  return sessions.slice(sessions.findIndex((session) => session >= start));
};

/** The same day of the year before; 28 February for a leap day. */
export const yearBefore = (date: string): string =>
  `${Number(date.slice(0, 4)) - 1}${date.endsWith('02-29') ? '-02-28' : date.slice(4)}`;

const quarterOf = (date: string): string =>
  `${date.slice(0, 4)} ${Math.floor((Number(date.slice(5, 7)) - 1) / 3)}`;

/** Units held of each symbol that has a price. */
type Units = readonly { readonly index: PriceIndex; readonly units: bigint }[];

interface Priced extends Holding {
  readonly index: PriceIndex;
}

/** Holdings with a price at a session. The others have none yet (or are worth nothing) and share their weight out. */
const pricedAt = (holdings: readonly Holding[], session: number, prices: Prices): Priced[] =>
  holdings.flatMap((holding) => {
    const index = prices.indexOf(holding.symbol);
    return index?.[session] ? [{ ...holding, index }] : [];
  });

/** Spreads a value over holdings by weight, at the prices of a session. */
const spread = (value: bigint, holdings: readonly Priced[], session: number): Units => {
  const whole = holdings.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  return holdings.map(({ weight, index }) => ({
    index,
    units: divideToNearest(value * BigInt(weight), whole * (index[session] ?? 1n)),
  }));
};

const worth = (units: Units, session: number): bigint =>
  units.reduce((sum, { index, units }) => sum + units * (index[session] ?? 0n), 0n);

/**
 * What $100 became, session by session. All of it is exact but for divisions, which are rounded at the 18th decimal:
 * the same log gives the same bytes.
 *
 * $100 is spread by weight at the close of the first session at which anything held has a price. Weights are brought
 * back to target at the close of each session at which the composition changes, a symbol gets its first price, or a
 * quarter begins. A concept that comes to hold nothing keeps its value.
 */
export const growthOf = (history: readonly Composition[], prices: Prices): GrowthPoint[] => {
  const { sessions } = prices;
  const { held, trackedFrom } = timelineOf(history, sessions);
  const spyIndex = prices.indexOf(benchmarkSymbol);
  const points: GrowthPoint[] = [];
  let units: Units = [];
  let value = hundred;
  let spyUnits = 0n;
  for (const [session, date] of sessions.entries()) {
    const { holdings, changed } = held[session] ?? { holdings: [], changed: false };
    if (units.length > 0) value = worth(units, session);
    const started = points.length > 0;
    const priced = pricedAt(holdings, session, prices);
    if (!started && priced.length === 0) continue;
    const quarterBegins = quarterOf(sessions[session - 1] ?? date) !== quarterOf(date);
    if (!started || changed || quarterBegins || priced.length !== units.length)
      units = spread(value, priced, session);
    const spyLevel = spyIndex?.[session] ?? 1n;
    if (!started) spyUnits = divideToNearest(hundred, spyLevel);
    points.push({
      date,
      portfolio: textOfUnits(value, valueScale, growthDecimals),
      spy: textOfUnits(spyUnits * spyLevel, valueScale, growthDecimals),
      tracked: session >= trackedFrom,
    });
  }
  return points;
};
