import { nearest, parse, print } from './decimals.js';
import type { Point } from './recompute.js';
import type { Rules } from './rules.js';

interface Value {
  readonly date: string;
  readonly units: bigint;
}

export interface Figures {
  readonly growth: readonly Point[];
  readonly risk: ReturnType<typeof riskBy>;
  readonly performance: number | null;
}

/** All figures shown for a trend, computed only from the rules. @param growthOver the growth over some sessions */
export const figuresBy = (
  rules: Rules,
  sessions: readonly string[],
  growthOver: (year: readonly string[]) => readonly Point[],
): Figures => {
  const year = yearOf(sessions);
  const growth = growthOver(year);
  return { growth, risk: riskBy(rules, growth), performance: performanceBy(rules, growth, year) };
};

/** Risk figures of a series; null with too few sessions. */
const riskBy = (rules: Rules, points: readonly Point[]) => {
  if (points.length < rules.fewestSessions) return null;
  const values = points.map(({ date, portfolio_growth }) => ({
    date,
    units: parse(portfolio_growth.toFixed(rules.dollarDecimals), rules.dollarDecimals),
  }));
  const months = monthsOf(values, rules);
  return {
    volatility: volatilityOf(points, rules),
    drawdown: drawdownOf(values, rules),
    best_month: months.reduce((best, month) => (month.return >= best.return ? month : best)),
    worst_month: months.reduce((worst, month) => (month.return < worst.return ? month : worst)),
  };
};

/** The one-year return; null for a series that starts later than the year. */
const performanceBy = (rules: Rules, points: readonly Point[], sessions: readonly string[]) => {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first.date !== sessions[0]) return null;
  const late = (Date.parse(first.date) - Date.parse(yearBefore(last.date))) / 86_400_000;
  if (late > rules.closureDays) return null;
  return Number((last.portfolio_growth / rules.start - 1).toFixed(rules.dollarDecimals + 2));
};

/** The sessions of the year up to the last one. */
const yearOf = (sessions: readonly string[]): string[] => {
  const start = yearBefore(sessions.at(-1) ?? '');
  return sessions.filter((session) => session >= start);
};

const yearBefore = (date: string): string => {
  const day = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return day.endsWith('-02-29') ? `${day.slice(0, 4)}-02-28` : day;
};

const ratio = (to: bigint, from: bigint, { riskDecimals }: Rules): number =>
  print(nearest((to - from) * 10n ** BigInt(riskDecimals), from), riskDecimals);

const volatilityOf = (points: readonly Point[], { riskDecimals, sample, sessionsOfYear }: Rules): number => {
  const changes = points
    .slice(1)
    .map(({ portfolio_growth: value }, at) => value / (points[at]?.portfolio_growth ?? value) - 1);
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0);
  const variance = squares / (changes.length - (sample ? 1 : 0));
  return Number((Math.sqrt(variance) * Math.sqrt(sessionsOfYear)).toFixed(riskDecimals));
};

const drawdownOf = (values: readonly Value[], rules: Rules) => {
  let worst: { depth: number; peak: Value; trough: Value } | undefined;
  for (const [at, peak] of values.entries()) {
    const again = values.findIndex(({ units }, later) => later > at && units >= peak.units);
    const below = values.slice(at, again < 0 ? undefined : again);
    const trough = below.reduce((low, value) => (value.units < low.units ? value : low));
    const depth = Number(trough.units) / Number(peak.units) - 1;
    if (depth < (worst?.depth ?? 0)) worst = { depth, peak, trough };
  }
  if (!worst) return null;
  const { peak, trough } = worst;
  const recovered = values.find(({ date, units }) => date > trough.date && units >= peak.units);
  return {
    depth: ratio(trough.units, peak.units, rules),
    peak: peak.date,
    trough: trough.date,
    recovered: recovered?.date ?? null,
  };
};

const monthsOf = (values: readonly Value[], rules: Rules) => {
  const monthOf = (value: Value | undefined) => value?.date.slice(0, 7);
  const running = monthOf(values.at(-1));
  return values.flatMap((end, at) => {
    const isEnd = monthOf(values[at + 1]) !== monthOf(end);
    const base = values.findLast((value) => (monthOf(value) ?? '') < (monthOf(end) ?? ''));
    if (!isEnd || !base || (!rules.runningMonth && monthOf(end) === running)) return [];
    return [{ month: monthOf(end) ?? '', return: ratio(end.units, base.units, rules) }];
  });
};
