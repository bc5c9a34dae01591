import { type Point, trackedSince } from './growth.js';

/**
 * The trend's line in two parts: the simulated one extends to the first tracked session, so that there is no gap.
 */
export const plotted = (points: readonly Point[]) =>
  points.map((point, at) => ({
    date: point.date,
    benchmark: point.benchmark,
    simulated: !point.tracked || points[at - 1]?.tracked === false ? point.trend : undefined,
    tracked: point.tracked ? point.trend : undefined,
  }));

/** Days of the simulated part; `since` is the start of the tracked part, if there is one. */
interface SimulatedSpan {
  readonly from: string;
  readonly until: string;
  readonly since: string | undefined;
}

/** The simulated part of the chart; undefined when all of it was tracked. */
export const simulatedSpan = (
  points: readonly Pick<Point, 'date' | 'tracked'>[],
): SimulatedSpan | undefined => {
  const [first, last] = [points[0], points.at(-1)];
  const since = trackedSince(points);
  if (!first || !last || since === first.date) return undefined;
  return { from: first.date, until: since ?? last.date, since };
};

/** Share of the chart's height below which two labels at the ends of their lines would overlap. */
const roomForNames = 0.15;

/** Whether the lines end far enough apart for their labels not to overlap. */
export const endsAreApart = (
  { trend, benchmark }: Pick<Point, 'trend' | 'benchmark'>,
  [lowest, highest]: readonly [number, number],
): boolean => Math.abs(trend - benchmark) > (highest - lowest) * roomForNames;

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Months on a long axis, with the year at its start; days on a short one. */
export const axisDayText = (date: string, points: readonly Pick<Point, 'date'>[]): string => {
  const day = new Date(`${date}T00:00:00Z`);
  const span = Date.parse(points.at(-1)?.date ?? date) - Date.parse(points[0]?.date ?? date);
  if (span < 80 * 86_400_000) return monthAndDay.format(day);
  return day.getUTCMonth() === 0 ? `${month.format(day)} ${day.getUTCFullYear()}` : month.format(day);
};

/** Maximum letters next to the end of a line. */
const letters = 14;

const shortened = (text: string): string =>
  text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text;

/** A name that fits next to the end of its line: on one line, split at a space into two, or else shortened. */
export const nameLines = (name: string): readonly string[] => {
  const space = name.length > letters ? name.lastIndexOf(' ', letters) : -1;
  if (space <= 0) return [shortened(name)];
  return [name.slice(0, space), shortened(name.slice(space + 1))];
};
