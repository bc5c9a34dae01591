import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { dayText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import { type Basis, PerformanceFigure, recorded } from '../../shared/performance/performance-figure.js';
import type { Point } from './growth.js';
import styles from './growth.module.css';

const shownAtFirst = 22;

const basisOf = ({ tracked }: Point): Basis => ({ provenance: tracked ? 'tracked' : 'simulated' });

/** Each row states in words whether it is simulated. */
const columnsFor = (name: string): Columns<Point> => [
  {
    title: 'Session',
    kind: 'heading',
    cell: ({ date, tracked }) => (
      <>
        {dayText(date)}
        {!tracked && <span className={styles.underDate}>Simulated</span>}
      </>
    ),
  },
  {
    title: name,
    kind: 'figure',
    cell: (point) => (
      <PerformanceFigure figure={{ dollars: point.trend }} basis={basisOf(point)} mark="nearby" />
    ),
  },
  {
    title: 'S&P 500',
    kind: 'figure',
    cell: ({ benchmark }) => <PerformanceFigure figure={{ dollars: benchmark }} basis={recorded} />,
  },
  {
    title: 'Difference',
    kind: 'figure',
    cell: (point) => (
      <PerformanceFigure
        figure={{ difference: point.trend - point.benchmark }}
        basis={basisOf(point)}
        mark="nearby"
      />
    ),
  },
  { title: 'Kind', className: styles.kind, cell: ({ tracked }) => (tracked ? 'Tracked' : 'Simulated') },
];

/** The sessions of the range as rows, newest first: about a month, or all on demand. */
export const GrowthTable = ({ name, points }: { name: string; points: readonly Point[] }) => {
  const [all, setAll] = useState(false);
  const newestFirst = points.toReversed();
  const shown = all ? newestFirst : newestFirst.slice(0, shownAtFirst);
  return (
    <div className={styles.tableSpace}>
      <Table
        caption={`Growth of $100: ${name} and the S&P 500, newest session first`}
        columns={columnsFor(name)}
        rows={shown}
        keyOf={({ date }) => date}
      />
      {points.length > shown.length && (
        <Button variant="secondary" size="small" onClick={() => setAll(true)}>
          Show all {points.length} sessions
        </Button>
      )}
    </div>
  );
};
