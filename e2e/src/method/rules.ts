/** The rules, parsed from the text of the method page and from nowhere else. */
export interface Rules {
  readonly start: number;
  readonly benchmark: string;
  readonly changeHour: number;
  readonly beginsWithHoldings: boolean;
  readonly weekdaysBefore: boolean;
  readonly spread: boolean;
  readonly rebalance: {
    readonly change: boolean;
    readonly tracking: boolean;
    readonly firstPrice: boolean;
    readonly months: number;
  };
  readonly keepsLastPrice: boolean;
  readonly countsDaysBetween: boolean;
  readonly keptDecimals: number;
  readonly dollarDecimals: number;
  readonly riskDecimals: number;
  readonly closureDays: number;
  readonly sessionsOfYear: number;
  readonly sample: boolean;
  readonly runningMonth: boolean;
  readonly fewestSessions: number;
}

/** @param text of the page @throws when a number that a calculation needs is missing */
export const rulesIn = (text: string): Rules => {
  const words = text.replaceAll(/\s+/g, ' ');
  const number = (pattern: RegExp): number => {
    const found = pattern.exec(words)?.[1];
    if (found === undefined) throw new Error(`the page does not say ${pattern}`);
    return Number(found);
  };
  const says = (part: string): boolean => words.includes(part);
  return {
    start: number(
      /A trend starts with \$(\d+) at the close of the first session on or after the day one year before/,
    ),
    benchmark: /([A-Z]+) with dividends stands for the S&P 500/.exec(words)?.[1] ?? '',
    changeHour: number(
      /A change made before (\d+):00 in New York counts from that day, a later one from the next day/,
    ),
    beginsWithHoldings: says('A trend begins at the first close at which it holds something.'),
    weekdaysBefore: says('For this, every weekday before the first session counts as a session.'),
    spread: says('If a holding has no price yet, its weight is spread across the others.'),
    rebalance: {
      change: says('the weights of the trend change'),
      tracking: says('tracking begins'),
      firstPrice: says('a holding gets its first price'),
      months: number(/a period of (\d+) calendar months begins, counted from January/),
    },
    keepsLastPrice: says('A halted security keeps its last price until it trades again.'),
    countsDaysBetween: says('Days without a session count toward the next session.'),
    keptDecimals: number(/Price levels and units held are rounded to (\d+) decimals/),
    dollarDecimals: number(/the dollars shown to (\d+)\./),
    riskDecimals: number(/given as fractions with (\d+):/),
    closureDays: number(/no more than (\d+) days after the day one year before the last/),
    sessionsOfYear: number(/times the square root of (\d+)\./),
    sample: says('The sample standard deviation of the changes from session to session'),
    runningMonth: says('A running month counts up to the last session'),
    fewestSessions: number(/need at least (\d+) sessions/),
  };
};
