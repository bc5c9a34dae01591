import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { dayText, dollarText, signedDollarText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import type { Point } from './growth.js';
import styles from './growth.module.css';

const shownAtFirst = 22;

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
          {shown.map(({ date, trend, benchmark, tracked }) => (
            <tr key={date}>
              <th scope="row">
                {dayText(date)}
                {!tracked && <span className={styles.underDate}>Simulated</span>}
              </th>
              <td data-figure>{dollarText(trend)}</td>
              <td data-figure>{dollarText(benchmark)}</td>
              <td data-figure>{signedDollarText(trend - benchmark)}</td>
              <td className={styles.kind}>{tracked ? 'Tracked' : 'Simulated'}</td>
            </tr>
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
