import { dayText } from '../../components/figures/format.js';
import {
  type Basis,
  PerformanceFigure,
  recorded,
  spokenFigure,
} from '../../shared/performance/performance-figure.js';
import type { Point } from './growth.js';
import styles from './growth.module.css';

const basisOfPoint = ({ tracked }: Point): Basis => ({ provenance: tracked ? 'tracked' : 'simulated' });

/** Legend and values in one: each line's name, and its value on the cursor's day. */
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
      <dd>
        <PerformanceFigure figure={{ dollars: point.trend }} basis={basisOfPoint(point)} mark="nearby" />
      </dd>
    </div>
    <div>
      <dt>
        <span className={styles.benchmarkLine} />
        S&P 500 Growth
      </dt>
      <dd>
        <PerformanceFigure figure={{ dollars: point.benchmark }} basis={recorded} />
      </dd>
    </div>
    <div>
      <dt>Difference</dt>
      <dd>
        <PerformanceFigure
          figure={{ difference: point.trend - point.benchmark }}
          basis={basisOfPoint(point)}
          mark="nearby"
        />
      </dd>
    </div>
  </dl>
);

const spoken = (name: string, point: Point): string => {
  const { date, trend, benchmark } = point;
  const basis = basisOfPoint(point);
  const difference = spokenFigure({ difference: trend - benchmark }, basis);
  return `${dayText(date)}: ${name} ${spokenFigure({ dollars: trend }, basis)}, S&P 500 ${spokenFigure({ dollars: benchmark }, recorded)}, difference ${difference}`;
};

interface ScrubberProps {
  name: string;
  points: readonly Point[];
  cursor: number | undefined;
  onMove: (at: number) => void;
  /** Widths left and right of the plot, so that the thumb is below the cursor. */
  inset: readonly [number, number];
}

/**
 * The chart's cursor by key, touch and screen reader: arrows move by a day, Page keys by a month, plus Home and
 * End.
 */
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
