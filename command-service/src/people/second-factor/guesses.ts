import { delayAfter } from '@groundswell/domain/back-off';
import { ageOf } from '@groundswell/domain/clock';

/** Consecutive wrong codes without penalty, to allow for typing errors. */
const free = 5;
const minute = 60_000;
const closings = { first: minute, most: 60 * minute };

/**
 * How long an account's codes are refused after a number of wrong ones in a row, in milliseconds: doubling,
 * up to an hour.
 */
export const closedAfter = (failures: number): number =>
  failures < free ? 0 : delayAfter(failures - free + 1, closings);

/**
 * For how many milliseconds an account's codes are still refused. The longest closing with this end would have begun an hour before
 * it: where that is ahead of now, a clock that was ahead has noted the end, and it says nothing.
 */
export const closedFor = (until: Date | null, now: Date): number =>
  until === null ? 0 : Math.max(0, closings.most - ageOf(until.getTime() - closings.most, now));
