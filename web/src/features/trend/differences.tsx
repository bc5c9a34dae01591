import type { ResponseFor } from '../../api/endpoints.js';
import { percentText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import styles from './trend.module.css';

type AsOf = NonNullable<ResponseFor<'getConcept'>['as_of']>;

const shareText = (percent: number | null): string => (percent === null ? 'not held' : percentText(percent));

/** What has changed between then and now. */
export const Differences = ({ asOf }: { asOf: AsOf }) => (
  <div className={styles.differences}>
    <h3>Changes since then</h3>
    {asOf.differences.length === 0 ? (
      <p className={styles.note}>No changes since then.</p>
    ) : (
      <Table caption="What is held differently today" lined>
        <thead>
          <tr>
            <th scope="col">Company</th>
            <th scope="col" data-figure>
              Then
            </th>
            <th scope="col" data-figure>
              Today
            </th>
          </tr>
        </thead>
        <tbody>
          {asOf.differences.map(({ text, symbol, on_date, today }) => (
            <tr key={symbol}>
              <th scope="row">
                {text} <span className={styles.symbol}>{symbol}</span>
              </th>
              <td data-figure>{shareText(on_date)}</td>
              <td data-figure>{shareText(today)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </div>
);
