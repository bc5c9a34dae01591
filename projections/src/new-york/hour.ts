/** An hour on the clock in New York. */
export interface NewYorkHour {
  /** Calendar day. */
  readonly date: string;
  /** From 0 to 23. */
  readonly hour: number;
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
});

const millisecondsOfHour = 3_600_000;
const millisecondsOfDay = 24 * millisecondsOfHour;

/** Milliseconds by which New York is ahead of UTC at a full hour. */
const offsetAt = (utc: number): number => {
  const parts = new Map(clock.formatToParts(new Date(utc)).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour')) - utc;
};

/** The offset that holds all through a UTC day; undefined on the two of a year on which the clocks change. */
const offsetOf = (utcDay: number): number | undefined => {
  const offset = offsetAt(utcDay * millisecondsOfDay);
  return offset === offsetAt((utcDay + 1) * millisecondsOfDay) ? offset : undefined;
};

let last = { utcDay: 0, offset: offsetOf(0) };
let lastAsked: { readonly instant: string | Date; readonly hour: NewYorkHour } | undefined;

/**
 * The hour of an instant where the market is. The log comes in the order of time, so the offset of the last day is
 * remembered: asking the calendar costs more than all else that a fold does with an event.
 */
export const newYorkHourOf = (instant: string | Date): NewYorkHour => {
  // What was changed together bears the same instant.
  if (lastAsked?.instant !== instant) lastAsked = { instant, hour: hourOf(instant) };
  return lastAsked.hour;
};

const hourOf = (instant: string | Date): NewYorkHour => {
  const utc = Math.floor(new Date(instant).getTime() / millisecondsOfHour) * millisecondsOfHour;
  const utcDay = Math.floor(utc / millisecondsOfDay);
  if (utcDay !== last.utcDay) last = { utcDay, offset: offsetOf(utcDay) };
  const there = new Date(utc + (last.offset ?? offsetAt(utc))).toISOString();
  return { date: there.slice(0, 10), hour: Number(there.slice(11, 13)) };
};
