import {
  type DailyReturn,
  divideToNearest,
  shortestText,
  textOfUnits,
  unitsOf,
} from '@groundswell/contracts';
import { dayOf, isMarketDay } from '@groundswell/domain/calendar';

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
const one = 10n ** BigInt(returnDecimals);
/** No source rounds prices more coarsely than to cents, though trailing zeros may be missing. */
const coarsest = 2;

interface Day {
  readonly date: string;
  readonly close: string;
  readonly raw: bigint;
  readonly adjusted: bigint;
}

/** The last recorded day of a symbol. */
export type LastDay = Pick<DailyReturn, 'date' | 'close'>;

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Total return between two days. Without a split or dividend in between, it is the ratio of raw prices, which no
 * later split can change, not even in the last digit. Otherwise it is the ratio of adjusted prices. A split or
 * dividend shows when the two ratios differ by more than the rounding of adjusted prices explains.
 * @param half half of the last decimal of the adjusted prices
 * @param base raw price of the day before that the return starts from: the recorded one, where the source has corrected it
 */
const returnBetween = (before: Day, day: Day, half: bigint, base: bigint): string => {
  const difference = magnitude(day.adjusted * before.raw - day.raw * before.adjusted);
  const same = difference <= half * (before.raw + day.raw);
  const [to, from] = same ? [day.raw, before.raw] : [day.adjusted, before.adjusted];
  const gain = divideToNearest((to * before.raw - from * base) * one, from * base);
  return shortestText(textOfUnits(gain, returnDecimals));
};

/** Growth of one day beyond these may be a split that the source has not adjusted yet: one of 3 for 2 looks like a fall by a third. */
const likeSplit = { fall: unitsOf('0.7', returnDecimals), rise: unitsOf('1.43', returnDecimals) };

/** Whether a price is another one altogether: no correction, but perhaps that of another company, which has the ticker now. */
const isAnother = (price: bigint, recorded: bigint): boolean =>
  price * one <= likeSplit.fall * recorded || price * one >= likeSplit.rise * recorded;

/** The day that the source has for the last recorded one, where its close is too far off to be a correction. */
export const anotherClose = (days: readonly PricedDay[], last: LastDay | undefined): PricedDay | undefined =>
  days.find(
    ({ date, raw }) => date === last?.date && isAnother(unitsOf(raw, scale), unitsOf(last.close, scale)),
  );

/** The price that returns after `last` start from: as recorded, so that they follow on from it whatever the source corrects. */
const baseOf = ({ raw }: Day, last: LastDay): bigint => {
  const recorded = unitsOf(last.close, scale);
  return isAnother(raw, recorded) ? raw : recorded;
};

/**
 * Daily returns of the days after `last`, the last recorded day. Days are in ascending order.
 * @returns undefined when `last` is not among the days, so that the next return cannot be computed
 */
export const returnsAfter = (
  days: readonly PricedDay[],
  last: LastDay | undefined,
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
  const start = last === undefined ? -1 : exact.findIndex(({ date }) => date === last.date);
  if (last !== undefined && start < 0) return undefined;
  return exact.slice(start + 1).map((day, index) => {
    const before = exact[start + index];
    return {
      date: day.date,
      close: day.close,
      totalReturn: before
        ? returnBetween(before, day, half, last && index === 0 ? baseOf(before, last) : before.raw)
        : null,
    };
  });
};

/**
 * Daily returns of the days after the last recorded one where the source no longer has that day: what has come since the latest
 * recorded day that it has, less what is recorded of that. Days are in ascending order.
 * @param recorded all recorded days
 * @returns undefined when the source has none of them
 */
export const returnsAfterLost = (
  days: readonly PricedDay[],
  recorded: readonly DailyReturn[],
): DailyReturn[] | undefined => {
  const dates = new Set(days.map(({ date }) => date));
  const common = recorded.findLastIndex(({ date }) => dates.has(date));
  const [from, last] = [recorded[common], recorded.at(-1)];
  if (!from || !last) return undefined;
  const kept = days.filter(({ date }) => date <= from.date || date > last.date);
  const [next, ...rest] = returnsAfter(kept, from) ?? [];
  if (!next) return [];
  const growths = recorded.slice(common + 1).map(growthOf);
  const [grown, over] = [
    growths.reduce((product, growth) => product * growth, 1n),
    one ** BigInt(growths.length),
  ];
  if (grown === 0n) return undefined;
  const gain = divideToNearest(growthOf(next) * over, grown) - one;
  return [{ ...next, totalReturn: shortestText(textOfUnits(gain, returnDecimals)) }, ...rest];
};

/** In units of 10^-12. */
const growthOf = ({ totalReturn }: DailyReturn): bigint => one + unitsOf(totalReturn ?? '0', returnDecimals);

/** Sessions after a split in which a source adjusts its prices. */
const sessionsToAdjust = 2;

const isLikeSplit = (day: DailyReturn): boolean =>
  growthOf(day) <= likeSplit.fall || growthOf(day) >= likeSplit.rise;

const isAdjusted = (date: string, session: string): boolean => {
  let sessions = 0;
  for (let day = dayOf(date) + 1; day <= dayOf(session) && sessions < sessionsToAdjust; day += 1)
    if (isMarketDay(day)) sessions += 1;
  return sessions === sessionsToAdjust;
};

/**
 * The days of a stock that can be recorded for good: a day that looks like a split waits, with what follows it, until two later
 * sessions. A source that adjusts late would have a fall recorded that never was.
 */
export const beyondDoubt = (days: readonly DailyReturn[], session: string): readonly DailyReturn[] => {
  const doubtful = days.findIndex((day) => isLikeSplit(day) && !isAdjusted(day.date, session));
  return doubtful < 0 ? days : days.slice(0, doubtful);
};
