import { delayAfter } from '@groundswell/domain/back-off';

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
 * For how many milliseconds an account's codes are still refused. An end that no closing reaches was noted by a clock that was ahead,
 * and says nothing; the clocks of instances differ by less than a minute.
 */
export const closedFor = (until: Date | null, now: Date): number => {
  const left = (until?.getTime() ?? 0) - now.getTime();
  return left > closings.most + minute ? 0 : Math.max(0, left);
};
