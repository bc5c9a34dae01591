import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dayText } from '../../components/figures/format.js';
import {
  type Basis,
  basisOf,
  PerformanceFigure,
  recorded,
} from '../../shared/performance/performance-figure.js';
import { Calculation } from './calculation.js';
import { isPartlySimulated, type Point, returnOf, trackedSince } from './growth.js';
import styles from './trend.module.css';

const Became = ({ value, basis }: { value: number; basis: Basis }) => (
  <>
    <PerformanceFigure figure={{ dollars: value }} basis={basis} mark="nearby" />{' '}
    <span className={styles.whole}>
      (<PerformanceFigure figure={{ change: returnOf(value) }} basis={basis} mark="nearby" />)
    </span>
  </>
);

/**
 * The caption: what the chart shows, in a sentence; which part of it is simulated; and what the number leaves out,
 * visible without expanding anything.
 */
export const Finding = ({ name, points }: { name: string; points: readonly Point[] }) => {
  const [first, last, since] = [points[0], points.at(-1), trackedSince(points)];
  if (!first || !last) return null;
  const basis = basisOf(first.date, last.date, since ?? null);
  return (
    <figcaption className={styles.finding}>
      <p>
        From {dayText(first.date)} to {dayText(last.date)}, {name}{' '}
        {basis.provenance === 'tracked' ? 'turned' : 'would have turned'} $100 into{' '}
        <Became value={last.trend} basis={basis} />; the S&P 500 turned it into{' '}
        <Became value={last.benchmark} basis={recorded} />.
      </p>
      {isPartlySimulated(points) && (
        <p className={styles.note}>
          {since ? `Everything before ${dayText(since)} is simulated` : 'All of it is simulated'}: the trend
          didn’t exist yet, so its first composition is applied to earlier days. Simulated results benefit
          from hindsight.
        </p>
      )}
      <p className={styles.note}>
        Growth of $100 at the trend’s weights, dividends included, before fees, taxes and trading costs. S&P
        500 shown as SPY with dividends reinvested. Past performance doesn’t guarantee future results. You can
        lose money.
      </p>
    </figcaption>
  );
};

/** A link to the whole method, and this trend's inputs on demand. */
export const Method = ({ conceptId }: { conceptId: string }) => {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles.method} onToggle={() => setOpened(true)}>
      <summary>How is this calculated?</summary>
      <div>
        <p>
          $100 is spread across the holdings by weight, and rebalanced whenever the weights change and every
          quarter. <Link to="/method">The whole method</Link> fits on a page, and anyone can recalculate these
          figures from public data.
        </p>
        {opened && <Calculation conceptId={conceptId} />}
      </div>
    </details>
  );
};
