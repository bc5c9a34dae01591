import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { dayText } from '../../components/figures/format.js';
import { type Basis, PerformanceFigure, recorded } from '../../components/performance/performance-figure.js';
import { Table } from '../../components/table/table.js';
import type { Point } from './growth.js';
import styles from './growth.module.css';

const shownAtFirst = 22;

/** Which kind it is stands in the row in words. */
const Row = ({ point: { date, trend, benchmark, tracked } }: { point: Point }) => {
  const basis: Basis = { provenance: tracked ? 'tracked' : 'simulated' };
  return (
    <tr>
      <th scope="row">
        {dayText(date)}
        {!tracked && <span className={styles.underDate}>Simulated</span>}
      </th>
      <td data-figure>
        <PerformanceFigure figure={{ dollars: trend }} basis={basis} mark="nearby" />
      </td>
      <td data-figure>
        <PerformanceFigure figure={{ dollars: benchmark }} basis={recorded} />
      </td>
      <td data-figure>
        <PerformanceFigure figure={{ difference: trend - benchmark }} basis={basis} mark="nearby" />
      </td>
      <td className={styles.kind}>{tracked ? 'Tracked' : 'Simulated'}</td>
    </tr>
  );
};

/** The sessions of the range as rows, newest first: about a month of them, and all on demand. */
export const GrowthTable = ({ name, points }: { name: string; points: readonly Point[] }) => {
  const [all, setAll] = useState(false);
  const newestFirst = points.toReversed();
  const shown = all ? newestFirst : newestFirst.slice(0, shownAtFirst);
  return (
    <div className={styles.tableSpace}>
      <Table caption={`Growth of $100: ${name} and the S&P 500, newest session first`} lined>
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col" data-figure>
              {name}
            </th>
            <th scope="col" data-figure>
              S&P 500
            </th>
            <th scope="col" data-figure>
              Difference
            </th>
            <th scope="col" className={styles.kind}>
              Kind
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((point) => (
            <Row key={point.date} point={point} />
          ))}
        </tbody>
      </Table>
      {points.length > shown.length && (
        <Button variant="secondary" size="small" onClick={() => setAll(true)}>
          Show all {points.length} sessions
        </Button>
      )}
    </div>
  );
};
