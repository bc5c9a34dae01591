import { divideToNearest, growthMethod, unitsOf } from '@groundswell/contracts';

/** Decimals that an index is kept with. The rounding of a year of days stays below a billionth of a cent of $100. */
export const indexScale = growthMethod.keptDecimals;
const one = 10n ** BigInt(indexScale);

/** One recorded day, as the log has it. */
export interface RecordedReturn {
  readonly date: string;
  /** Decimal text; null on the symbol's first day of all. */
  readonly totalReturn: string | null;
}

/**
 * Value of one unit of a symbol at each session's close with dividends reinvested; undefined before its first
 * price.
 */
export type PriceIndex = readonly (bigint | undefined)[];

/**
 * Turns a symbol's recorded days into its index at the given sessions. A session without a price of its own (a halt,
 * a missing day) keeps the last one; days that are no session (a coin's weekend) count towards the next session.
 * Only ratios matter: where the index starts is of no consequence.
 */
export const priceIndexOf = (days: readonly RecordedReturn[], sessions: readonly string[]): PriceIndex => {
  const index: (bigint | undefined)[] = [];
  let level: bigint | undefined;
  let next = 0;
  for (const session of sessions) {
    for (let day = days[next]; day && day.date <= session; day = days[next]) {
      level = level === undefined ? one : grown(level, day.totalReturn);
      next += 1;
    }
    index.push(level);
  }
  return index;
};

const grown = (level: bigint, totalReturn: string | null): bigint =>
  divideToNearest(level * (one + unitsOf(totalReturn ?? '0', indexScale)), one);
