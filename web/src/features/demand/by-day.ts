import type { ResponseFor } from '../../api/endpoints.js';

type Line = ResponseFor<'getWaitlistDemand'>['days'][number];

export interface Day {
  readonly date: string;
  readonly joined: number;
  readonly confirmed: number;
  readonly left: number;
}

/** One trend, people who named none (null), or everyone (undefined). */
export type Wanted = string | null | undefined;

const oneDay = 24 * 60 * 60 * 1_000;

/** Days with activity, oldest first, with the lines of a day added up. */
export const daysOf = (lines: readonly Line[], wanted: Wanted): Day[] => {
  const days = new Map<string, Day>();
  for (const { date, concept_id, joined, confirmed, left } of lines) {
    if (wanted !== undefined && concept_id !== wanted) continue;
    const before = days.get(date) ?? { date, joined: 0, confirmed: 0, left: 0 };
    days.set(date, {
      date,
      joined: before.joined + joined,
      confirmed: before.confirmed + confirmed,
      left: before.left + left,
    });
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
};

/** Each of the last days up to today, in UTC; days without activity have zeros. */
export const lastDays = (days: readonly Day[], count: number, today: Date): Day[] => {
  const known = new Map(days.map((day) => [day.date, day]));
  return Array.from({ length: count }, (_, at) => {
    const date = new Date(today.getTime() - (count - 1 - at) * oneDay).toISOString().slice(0, 10);
    return known.get(date) ?? { date, joined: 0, confirmed: 0, left: 0 };
  });
};
