/**
 * The constants of the method by which growth and every figure drawn from it are worked out. The program calculates
 * with them and the method page prints them, so neither can drift from the other.
 */
export const growthMethod = {
  /** The fund that represents the S&P 500, dividends included. Its recorded days are the session calendar. */
  benchmark: 'SPY',
  /** Dollars on the first session. */
  start: 100,
  /** Years from the last session back to the first. */
  years: 1,
  /**
   * If the first session is more days than this after that date, the prices do not reach back a year: the
   * market never closes for longer.
   */
  longestClosureDays: 7,
  /** New York hour before which a change counts on its own day. On the shortest days the market closes then. */
  changeHour: 13,
  /** Months after which weights are brought back to target, counted from January. */
  rebalanceMonths: 3,
  /** Decimals that price levels and units are kept with. */
  keptDecimals: 18,
  /** Decimals of the dollars in the series. */
  dollarDecimals: 6,
  /** Sessions that volatility is stated for. */
  sessionsOfYear: 252,
  /** With fewer sessions, volatility, drawdown and monthly returns are omitted. */
  fewestSessions: 60,
  /** Decimals of the fractions that volatility, drawdown and months are given as. */
  riskDecimals: 4,
} as const;
