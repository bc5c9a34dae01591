import { dayText } from '../../components/figures/format.js';
import {
  type Basis,
  basisOf,
  basisText,
  isOrWouldBe,
  PerformanceFigure,
  recorded,
} from '../../shared/performance/performance-figure.js';
import { type GrowthEntry, trackedSince } from './growth.js';
import styles from './trend.module.css';

/** The part of the sentence that names what is simulated. */
const simulatedPart = (basis: Basis): string => {
  const words = basisText(basis);
  return words ? `, ${words.charAt(0).toLowerCase()}${words.slice(1)}` : '';
};

interface HundredDollarsProps {
  growth: readonly GrowthEntry[];
  /** Null without a year of history. */
  performance: number | null;
}

/** What $100 a year ago, or on the first available day, is or would be worth now, here and in the S&P 500. */
export const HundredDollars = ({ growth, performance }: HundredDollarsProps) => {
  const [first, last] = [growth[0], growth.at(-1)];
  if (!first || !last) return null;
  const isYear = performance !== null;
  const basis = basisOf(first.date, last.date, trackedSince(growth) ?? null);
  return (
    <p className={styles.sentence}>
      $100 invested {isYear ? 'a year ago' : `on ${dayText(first.date)}`} {isOrWouldBe(basis)} worth{' '}
      <strong>
        <PerformanceFigure figure={{ wholeDollars: last.portfolio_growth }} basis={basis} mark="nearby" />
      </strong>{' '}
      now{simulatedPart(basis)}. In the S&P 500 it would be worth{' '}
      <strong>
        <PerformanceFigure figure={{ wholeDollars: last.spy_growth }} basis={recorded} />
      </strong>
      .{!isYear && ' There isn’t a year of history yet, so both figures start on that day.'}
    </p>
  );
};
