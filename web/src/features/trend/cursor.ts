import type { Point } from './growth.js';

/** Days of the chart that someone reads: where the pointer is, and what the slider was set to. */
export interface Cursor {
  readonly pointed?: string | undefined;
  readonly chosen?: string | undefined;
}

/** The pointer shows a day as long as it is there. */
export const pointAt = (cursor: Cursor, date: string | undefined): Cursor => ({ ...cursor, pointed: date });

/** Keys win over a pointer that rests on the chart. */
export const choose = (date: string | undefined): Cursor => ({ chosen: date });

/** The index of the cursor's day in what is shown; undefined without a cursor, or outside this range. */
export const placeOf = (
  { pointed, chosen }: Cursor,
  points: readonly Pick<Point, 'date'>[],
): number | undefined => {
  const at = points.findIndex(({ date }) => date === (pointed ?? chosen));
  return at < 0 ? undefined : at;
};
