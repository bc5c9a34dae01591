import { useState } from 'react';
import { changeOf, dayText, dollarText } from '../../components/figures/format.js';
import { Calculation } from './calculation.js';
import { isPartlySimulated, type Point, trackedSince } from './growth.js';
import styles from './trend.module.css';

const became = (value: number): string => `${dollarText(value)} (${wordsFor(value / 100 - 1)})`;

const wordsFor = (fraction: number): string => {
  const { direction, text } = changeOf(fraction);
  return `${direction} ${text}`;
};

/**
 * The caption: what the chart shows, in a sentence; which part of it was not lived through; and what the
 * number leaves out, which nobody should have to unfold.
 */
export const Finding = ({ name, points }: { name: string; points: readonly Point[] }) => {
  const [first, last, since] = [points[0], points.at(-1), trackedSince(points)];
  if (!first || !last) return null;
  return (
    <figcaption className={styles.finding}>
      <p>
        From {dayText(first.date)} to {dayText(last.date)}, {name} turned $100 into {became(last.trend)}; the
        S&P 500 turned it into {became(last.benchmark)}.
      </p>
      {isPartlySimulated(points) && (
        <p className={styles.note}>
          {since ? `Everything before ${dayText(since)} is simulated` : 'All of it is simulated'}: the trend
          did not exist then, and its first composition is applied backwards. Simulated results were chosen
          with knowledge of the past.
        </p>
      )}
      <p className={styles.note}>
        $100 spread by the weights in force on each day, dividends included, before fees, taxes and trading
        costs. The fund SPY, with dividends, stands for the S&P 500. Past results do not tell you what happens
        next; you can lose money.
      </p>
    </figcaption>
  );
};

/** The method in full and its inputs, on demand. */
export const Method = ({ conceptId }: { conceptId: string }) => {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles.method} onToggle={() => setOpened(true)}>
      <summary>How was this number computed?</summary>
      <div>
        <p>
          $100 on the first session at or after one year before the last one, or on the first that has prices
          where that is later, spread over the companies by their weights set to 100%. It is rebalanced to
          those weights at each change of composition and on the first session of each quarter. A company
          without prices yet shares its weight out to the others until it has some; crypto is read at
          stock-market sessions.
        </p>
        {opened && <Calculation conceptId={conceptId} />}
      </div>
    </details>
  );
};
