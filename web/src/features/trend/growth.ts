import type { ResponseFor } from '../../api/endpoints.js';

export type GrowthEntry = ResponseFor<'getConcept'>['growth_list'][number];

/** One session of the chart: the value of $100 invested on the range's first session. */
export interface Point {
  readonly date: string;
  readonly trend: number;
  readonly benchmark: number;
  readonly tracked: boolean;
}

export const ranges = ['1M', '3M', '6M', 'YTD', '1Y'] as const;
export type Range = (typeof ranges)[number];

export const rangeIn = (search: URLSearchParams): Range =>
  ranges.find((range) => range === search.get('range')) ?? '1Y';

const months: Readonly<Record<Exclude<Range, 'YTD' | '1Y'>, number>> = { '1M': 1, '3M': 3, '6M': 6 };

/** The same day some months earlier, or the last day of that month if it has no such day. */
const monthsBefore = (date: string, count: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - count, Math.min(day, last))).toISOString().slice(0, 10);
};

/** Index of the session a range starts from. The year to date starts from the last close of the previous year. */
const startOf = (entries: readonly GrowthEntry[], range: Range): number => {
  const last = entries.at(-1)?.date;
  if (!last || range === '1Y') return 0;
  if (range === 'YTD') {
    const first = entries.findIndex(({ date }) => date >= `${last.slice(0, 4)}-01-01`);
    return Math.max(0, first - 1);
  }
  const from = monthsBefore(last, months[range]);
  return Math.max(
    0,
    entries.findIndex(({ date }) => date >= from),
  );
};

/** What $100 became; nothing, where nothing was left before. */
const growthOf = (value: number, first: number): number => (first === 0 ? 0 : (value / first) * 100);

/** The sessions of a range, with both series set to $100 on the first of them. */
export const pointsIn = (entries: readonly GrowthEntry[], range: Range): Point[] => {
  const shown = entries.slice(startOf(entries, range));
  const first = shown[0];
  if (!first) return [];
  return shown.map(({ date, portfolio_growth, spy_growth, tracked }) => ({
    date,
    trend: growthOf(portfolio_growth, first.portfolio_growth),
    benchmark: growthOf(spy_growth, first.spy_growth),
    tracked,
  }));
};

/**
 * What became of $100, as a fraction with eight decimals, as performance has. More are an error of floating point, which can
 * round the other way.
 */
export const returnOf = (value: number): number => Number((value / 100 - 1).toFixed(8));

/** The first session that was tracked rather than computed backwards; undefined if there is none. */
export const trackedSince = (points: readonly Pick<Point, 'date' | 'tracked'>[]): string | undefined =>
  points.find(({ tracked }) => tracked)?.date;

/** Whether part of the range is simulated. */
export const isPartlySimulated = (points: readonly Pick<Point, 'tracked'>[]): boolean =>
  points.some(({ tracked }) => !tracked);

/** Round dollar steps that cover every value, including the initial $100. */
export const ticksFor = (points: readonly Point[]): number[] => {
  const values = points.flatMap(({ trend, benchmark }) => [trend, benchmark]).concat(100);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rough = Math.max(high - low, 1) / 4;
  const step =
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1_000].find((candidate) => candidate >= rough) ?? 2_000;
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step);
  return Array.from({ length: count + 1 }, (_none, at) => first + at * step);
};

/** Up to seven sessions to label the time axis: the first of a month, or of a week when there are few months. */
export const dayTicksFor = (points: readonly Pick<Point, 'date'>[]): string[] => {
  const firstOf = (part: (date: string) => string) =>
    points
      .filter(({ date }, at) => at > 0 && part(date) !== part(points[at - 1]?.date ?? ''))
      .map(({ date }) => date);
  const monthStarts = firstOf((date) => date.slice(0, 7));
  const starts = monthStarts.length >= 3 ? monthStarts : firstOf(weekOf);
  const every = Math.ceil(starts.length / 7);
  return starts.filter((_date, at) => at % every === 0);
};

/** Week number, starting on Monday: January 1, 1970 was a Thursday. */
const weekOf = (date: string): string => String(Math.floor((Date.parse(date) / 86_400_000 + 3) / 7));

/** The series as a file for a spreadsheet: dollars with four decimals, RFC 4180. */
export const csvOf = (points: readonly Point[]): string =>
  [
    'date,trend,sp500,kind',
    ...points.map(
      ({ date, trend, benchmark, tracked }) =>
        `${date},${trend.toFixed(4)},${benchmark.toFixed(4)},${tracked ? 'tracked' : 'simulated'}`,
    ),
    '',
  ].join('\r\n');
