import { dayText, wholeDollarText } from '../../components/figures/format.js';
import type { GrowthEntry } from './growth.js';
import styles from './trend.module.css';

interface HundredDollarsProps {
  growth: readonly GrowthEntry[];
  /** Null while there is no year of history. */
  performance: number | null;
}

/** What $100 a year ago, or on the first day that there is, is worth now, here and in the market at large. */
export const HundredDollars = ({ growth, performance }: HundredDollarsProps) => {
  const [first, last] = [growth[0], growth.at(-1)];
  if (!first || !last) return null;
  const isYear = performance !== null;
  return (
    <p className={styles.sentence}>
      $100 invested {isYear ? 'a year ago' : `on ${dayText(first.date)}`} is worth{' '}
      <strong>{wholeDollarText(last.portfolio_growth)}</strong> now. In the S&P 500 it would be worth{' '}
      <strong>{wholeDollarText(last.spy_growth)}</strong>.
      {!isYear && ' There is no year of history yet: both figures are of the days since then.'}
    </p>
  );
};
