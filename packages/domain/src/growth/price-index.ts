import { divideToNearest, growthMethod, unitsOf } from '@groundswell/contracts';

/** Decimals stored in an index. Rounding over a year of days stays below a billionth of a cent per $100. */
export const indexScale = growthMethod.keptDecimals;
const one = 10n ** BigInt(indexScale);

/** One recorded day from the log. */
export interface RecordedReturn {
  readonly date: string;
  /** Decimal text. Null on the symbol's very first day. */
  readonly totalReturn: string | null;
}

/**
 * Value of one unit of a symbol at each session's close with dividends reinvested; undefined before its first
 * price.
 */
export type PriceIndex = readonly (bigint | undefined)[];

/**
 * Turns a symbol's recorded days into its index at the given sessions. A session without its own price (a halt, a
 * missing day) keeps the last one. Days that are not sessions (a coin's weekend) count toward the next session. Only
 * ratios matter: the starting value of the index is irrelevant.
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
