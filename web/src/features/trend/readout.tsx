import { dayText, dollarText, signedDollarText } from '../../components/figures/format.js';
import type { Point } from './growth.js';
import styles from './growth.module.css';

/** Key and values in one: what each line is, and where it stands on the day of the cursor. */
export const Readout = ({ name, point }: { name: string; point: Point }) => (
  <dl className={styles.readout}>
    <div>
      <dt>{dayText(point.date)}</dt>
      <dd>{point.tracked ? 'Tracked' : 'Simulated'}</dd>
    </div>
    <div>
      <dt>
        <span className={styles.trendLine} />
        {name}
      </dt>
      <dd>{dollarText(point.trend)}</dd>
    </div>
    <div>
      <dt>
        <span className={styles.benchmarkLine} />
        S&P 500 Growth
      </dt>
      <dd>{dollarText(point.benchmark)}</dd>
    </div>
    <div>
      <dt>Difference</dt>
      <dd>{signedDollarText(point.trend - point.benchmark)}</dd>
    </div>
  </dl>
);

const spoken = (name: string, { date, trend, benchmark, tracked }: Point): string =>
  `${dayText(date)}: ${name} ${dollarText(trend)}, S&P 500 ${dollarText(benchmark)}, difference ${signedDollarText(trend - benchmark)}${tracked ? '' : ', simulated'}`;

interface ScrubberProps {
  name: string;
  points: readonly Point[];
  cursor: number | undefined;
  onMove: (at: number) => void;
  /** Widths left and right of the plot, so that the thumb stands under the cursor. */
  inset: readonly [number, number];
}

/** The chart's cursor by key, finger and screen reader: arrows by the day, Page keys by the month, Home and End. */
export const Scrubber = ({ name, points, cursor, onMove, inset: [left, right] }: ScrubberProps) => {
  const at = cursor ?? points.length - 1;
  const point = points[at];
  return (
    <input
      className={styles.scrubber}
      style={{ marginInlineStart: left - 9, width: `calc(100% - ${left + right - 18}px)` }}
      type="range"
      min={0}
      max={points.length - 1}
      value={at}
      aria-label="Day on the chart"
      aria-valuetext={point && spoken(name, point)}
      onChange={({ target }) => onMove(Number(target.value))}
    />
  );
};
