import {
  closesEarly,
  type Day,
  dateOf,
  dayFrom,
  isMarketDay,
  newYorkInstant,
} from '@groundswell/domain/calendar';

/** A day on which US stocks trade. */
export interface Session {
  readonly day: Day;
  readonly date: string;
  /** `09:30` New York time, as the broker writes it. */
  readonly open: string;
  /** `16:00`, or `13:00` on a half day. */
  readonly close: string;
  readonly opensAt: number;
  /** Milliseconds since 1970. */
  readonly closesAt: number;
}

/** Instants are worked out when they are asked for: there are thousands of sessions, and few are. */
const sessionOf = (day: Day): Session => {
  const isHalf = closesEarly(day);
  return {
    day,
    date: dateOf(day),
    open: '09:30',
    close: isHalf ? '13:00' : '16:00',
    get opensAt() {
      return newYorkInstant(day, 9).getTime() + 30 * 60_000;
    },
    get closesAt() {
      return newYorkInstant(day, isHalf ? 13 : 16).getTime();
    },
  };
};

/** All sessions of the years from `first` to `last`, both included. */
export const sessionsOf = (first: number, last: number): Session[] => {
  const sessions: Session[] = [];
  for (let day = dayFrom(first, 1, 1); day < dayFrom(last + 1, 1, 1); day += 1)
    if (isMarketDay(day)) sessions.push(sessionOf(day));
  return sessions;
};

/** Index of the first session that has not closed. A binary search, since every transfer asks. */
export const firstOpen = (sessions: readonly Session[], now: number): number => {
  let [low, high] = [0, sessions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sessions[middle]?.closesAt ?? 0) > now) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The last session that has closed. */
export const lastSession = (sessions: readonly Session[], now: number): Session | undefined =>
  sessions[firstOpen(sessions, now) - 1];
