import { newYorkOf } from '@groundswell/domain/calendar';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** RFC 3339 with New York's offset, as the broker's clock writes it. @param instant in milliseconds since 1970 */
export const newYorkText = (instant: number): string => {
  const there = newYorkOf(new Date(instant));
  const offset = (Math.floor(instant / minute) * minute - there.day * day - there.minute * minute) / hour;
  return `${new Date(instant - offset * hour).toISOString().slice(0, 19)}-0${offset}:00`;
};
