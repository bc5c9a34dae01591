import {
  type DailyReturn,
  divideToNearest,
  shortestText,
  textOfUnits,
  unitsOf,
} from '@groundswell/contracts';

/** Closing prices of one day, as decimal text. */
export interface PricedDay {
  readonly date: string;
  /** As traded. */
  readonly raw: string;
  /** Adjusted for all later splits and dividends, and rounded by the source. */
  readonly adjusted: string;
}

/** Finer than any price. */
const scale = 16;
const returnDecimals = 12;
/** No source rounds prices more coarsely than to cents, though trailing zeros may be missing. */
const coarsest = 2;

interface Day {
  readonly date: string;
  readonly close: string;
  readonly raw: bigint;
  readonly adjusted: bigint;
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Total return between two days. Without a split or dividend in between, it is the ratio of raw prices, which no
 * later split can change, not even in the last digit. Otherwise it is the ratio of adjusted prices. A split or
 * dividend shows when the two ratios differ by more than the rounding of adjusted prices explains.
 * @param half half of the last decimal of the adjusted prices
 */
const returnBetween = (before: Day, day: Day, half: bigint): string => {
  const difference = magnitude(day.adjusted * before.raw - day.raw * before.adjusted);
  const same = difference <= half * (before.raw + day.raw);
  const [to, from] = same ? [day.raw, before.raw] : [day.adjusted, before.adjusted];
  const gain = divideToNearest((to - from) * 10n ** BigInt(returnDecimals), from);
  return shortestText(textOfUnits(gain, returnDecimals));
};

/**
 * Daily returns of the days after `last`, the last recorded day. Days are in ascending order.
 * @returns undefined when `last` is not among the days, so that the next return cannot be computed
 */
export const returnsAfter = (
  days: readonly PricedDay[],
  last: string | undefined,
): DailyReturn[] | undefined => {
  const decimals = Math.max(coarsest, ...days.map(({ adjusted }) => decimalsOf(adjusted)));
  const half = 5n * 10n ** BigInt(scale - decimals - 1);
  const exact = days.map(
    ({ date, raw, adjusted }): Day => ({
      date,
      close: raw,
      raw: unitsOf(raw, scale),
      adjusted: unitsOf(adjusted, scale),
    }),
  );
  const start = last === undefined ? -1 : exact.findIndex(({ date }) => date === last);
  if (last !== undefined && start < 0) return undefined;
  return exact.slice(start + 1).map((day, index) => {
    const before = exact[start + index];
    return {
      date: day.date,
      close: day.close,
      totalReturn: before ? returnBetween(before, day, half) : null,
    };
  });
};
