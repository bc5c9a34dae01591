import type { Point } from './growth.js';

/** The day being read on the chart: under the pointer, or set with the slider. */
export interface Cursor {
  readonly pointed?: string | undefined;
  readonly chosen?: string | undefined;
}

/** The pointer shows a day as long as it is there. */
export const pointAt = (cursor: Cursor, date: string | undefined): Cursor => ({ ...cursor, pointed: date });

/** Keys take precedence over a pointer resting on the chart. */
export const choose = (date: string | undefined): Cursor => ({ chosen: date });

/** The index of the cursor's day in what is shown; undefined without a cursor, or outside this range. */
export const placeOf = (
  { pointed, chosen }: Cursor,
  points: readonly Pick<Point, 'date'>[],
): number | undefined => {
  const at = points.findIndex(({ date }) => date === (pointed ?? chosen));
  return at < 0 ? undefined : at;
};
