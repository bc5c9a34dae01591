import type { Point } from './growth.js';

/** The trend's line in two pieces: the simulated one reaches to the first tracked session, so that no gap shows. */
export const plotted = (points: readonly Point[]) =>
  points.map((point, at) => ({
    date: point.date,
    benchmark: point.benchmark,
    simulated: !point.tracked || points[at - 1]?.tracked === false ? point.trend : undefined,
    tracked: point.tracked ? point.trend : undefined,
  }));

const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Months on a long axis, with the year where it begins; days on a short one. */
export const axisDayText = (date: string, points: readonly Pick<Point, 'date'>[]): string => {
  const day = new Date(`${date}T00:00:00Z`);
  const span = Date.parse(points.at(-1)?.date ?? date) - Date.parse(points[0]?.date ?? date);
  if (span < 80 * 86_400_000) return monthAndDay.format(day);
  return day.getUTCMonth() === 0 ? `${month.format(day)} ${day.getUTCFullYear()}` : month.format(day);
};

/** As many letters as fit beside the end of a line. */
const letters = 14;

const shortened = (text: string): string =>
  text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text;

/** A name that fits beside the end of its line: on one line, broken at a space into two, or cut where even they are full. */
export const nameLines = (name: string): readonly string[] => {
  const space = name.length > letters ? name.lastIndexOf(' ', letters) : -1;
  if (space <= 0) return [shortened(name)];
  return [name.slice(0, space), shortened(name.slice(space + 1))];
};
