import { divideToNearest, growthMethod, shortestText, textOfUnits, unitsOf } from '@groundswell/contracts';
import { type GrowthPoint, growthDecimals } from './series.js';

/** One-year return as an exact fraction: "0.123456" is 12.3456%. */
export const performanceOf = (points: readonly GrowthPoint[], start: string | undefined): string | null => {
  const [first, last] = [points[0], points.at(-1)];
  // A series that starts after the year does has no one-year return.
  if (!first || !last || points.length < 2 || first.date !== start) return null;
  const gain = unitsOf(last.portfolio, growthDecimals) - unitsOf(`${growthMethod.start}`, growthDecimals);
  return shortestText(textOfUnits(gain, growthDecimals + 2));
};

/** A fall from a high to the lowest point before that high is reached again. */
interface Drawdown {
  /** Negative fraction in decimal text, such as `-0.1234`. */
  readonly depth: string;
  readonly peak: string;
  readonly trough: string;
  /** First session back at or above the peak. Null if not recovered yet. */
  readonly recovered: string | null;
}

/**
 * Return of a calendar month, from month-end to month-end; to the last session for the current month. `month` is
 * `YYYY-MM`.
 */
interface MonthReturn {
  readonly month: string;
  readonly return: string;
}

/** All fractions are decimal text with four decimals. */
export interface Risk {
  /** Standard deviation of daily returns over a year of 252 sessions. */
  readonly volatility: string;
  /** Null if the value never fell. */
  readonly drawdown: Drawdown | null;
  readonly bestMonth: MonthReturn;
  readonly worstMonth: MonthReturn;
}

const { fewestSessions, riskDecimals: decimals, sessionsOfYear } = growthMethod;

interface Value {
  readonly date: string;
  readonly units: bigint;
}

const ratio = (to: Value, from: Value): string =>
  textOfUnits(divideToNearest((to.units - from.units) * 10n ** BigInt(decimals), from.units), decimals);

const deepestFall = (values: readonly Value[]): Drawdown | null => {
  let peak = values[0];
  let worst: { peak: Value; trough: Value } | undefined;
  for (const value of values) {
    if (!peak || value.units >= peak.units) peak = value;
    // Compares products instead of rounded quotients: is trough / peak below the worst so far?
    const deeper = !worst || value.units * worst.peak.units < worst.trough.units * peak.units;
    if (value.units < peak.units && deeper) worst = { peak, trough: value };
  }
  if (!worst) return null;
  const { peak: high, trough } = worst;
  const back = values.find(({ date, units }) => date > trough.date && units >= high.units);
  return { depth: ratio(trough, high), peak: high.date, trough: trough.date, recovered: back?.date ?? null };
};

const monthsOf = (values: readonly Value[]): MonthReturn[] => {
  const ends = values.filter(({ date }, index) => values[index + 1]?.date.slice(0, 7) !== date.slice(0, 7));
  return ends.flatMap((end, index) => {
    const before = ends[index - 1];
    return before ? [{ month: end.date.slice(0, 7), return: ratio(end, before) }] : [];
  });
};

/** Uses only additions, divisions and a square root, which give the same bits on every machine. */
const volatilityOf = (values: readonly Value[]): string => {
  const returns = values
    .slice(1)
    .map(({ units }, index) => Number(units) / Number(values[index]?.units ?? units) - 1);
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const variance = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1);
  return Math.sqrt(variance * sessionsOfYear).toFixed(decimals);
};

/** Risk of a series. Null if the series is too short or its value reached zero. */
export const riskOf = (points: readonly GrowthPoint[]): Risk | null => {
  if (points.length < fewestSessions) return null;
  const values = points.map(({ date, portfolio }) => ({ date, units: unitsOf(portfolio, growthDecimals) }));
  if (values.some(({ units }) => units <= 0n)) return null;
  const months = monthsOf(values).sort((a, b) => Number(a.return) - Number(b.return));
  const [worstMonth, bestMonth] = [months[0], months.at(-1)];
  if (!worstMonth || !bestMonth) return null;
  return { volatility: volatilityOf(values), drawdown: deepestFall(values), bestMonth, worstMonth };
};
