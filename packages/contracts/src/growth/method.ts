/**
 * Constants of the method behind growth and every figure derived from it. The program calculates with them and the
 * method page prints them, so the two cannot drift apart.
 */
export const growthMethod = {
  /** The fund that represents the S&P 500, dividends included. Its recorded days are the session calendar. */
  benchmark: 'SPY',
  /** Dollars on the first session. */
  start: 100,
  /** Years from the first session to the last. */
  years: 1,
  /**
   * If the first session is more days than this after that date, the prices do not reach back a year: the
   * market never closes for longer.
   */
  longestClosureDays: 7,
  /** Changes before this New York hour count on the same day. The shortest trading days close at this hour. */
  changeHour: 13,
  /** Months between rebalancings to the target weights, counted from January. */
  rebalanceMonths: 3,
  /** Decimals kept for price levels and units. */
  keptDecimals: 18,
  /** Decimals of the dollars in the series. */
  dollarDecimals: 6,
  /** Sessions that volatility is annualized to. */
  sessionsOfYear: 252,
  /** With fewer sessions, volatility, drawdown and monthly returns are omitted. */
  fewestSessions: 60,
  /** Decimals of the fractions for volatility, drawdown and months. */
  riskDecimals: 4,
} as const;
