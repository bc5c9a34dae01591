import type { ReactNode } from 'react';
import type { ResponseFor } from '../../api/endpoints.js';
import { percentText } from '../../components/figures/format.js';
import { TableFrame } from '../../components/table/table.js';
import { AsOf } from './as-of.js';
import { Differences } from './differences.js';
import styles from './trend.module.css';

type Trend = ResponseFor<'getConcept'>;
type Sectors = Trend['concept_composition'];

/** Added in hundredths of a percent, which is exact, unlike adding the numbers themselves. */
const totalOf = (sectors: Sectors): number =>
  Object.values(sectors)
    .flat()
    .reduce((sum, { allocation_percentage }) => sum + Math.round(allocation_percentage * 100), 0) / 100;

const Sector = ({ name, holdings }: { name: string; holdings: Sectors[string] }) => (
  <tbody>
    {holdings.map(({ text, symbol, allocation_percentage }, at) => (
      <tr key={symbol}>
        {at === 0 && (
          <th scope="rowgroup" rowSpan={holdings.length}>
            {name}
          </th>
        )}
        <td>
          {text} <span className={styles.symbol}>{symbol}</span>
        </td>
        <td data-figure>{percentText(allocation_percentage)}</td>
      </tr>
    ))}
  </tbody>
);

const Holdings = ({ composition, children }: { composition: Sectors; children: ReactNode }) => (
  <TableFrame caption="Sectors, companies and their share of this trend">
    <thead>
      <tr>
        <th scope="col">Sector</th>
        <th scope="col">Company</th>
        <th scope="col" data-figure>
          Allocation
        </th>
      </tr>
    </thead>
    {Object.entries(composition).map(([name, holdings]) => (
      <Sector key={name} name={name} holdings={holdings} />
    ))}
    {children}
  </TableFrame>
);

/** The trend's holdings: today, or on a past day. */
export const Composition = ({ trend, today }: { trend: Trend; today: string }) => {
  const { concept_composition: composition, as_of: asOf } = trend;
  const isEmpty = Object.values(composition).every((holdings) => holdings.length === 0);
  return (
    <section className={styles.section}>
      <h2>What's in this Trend?</h2>
      <AsOf trend={trend} today={today} />
      {isEmpty ? (
        <p className={styles.note}>
          {asOf
            ? 'The trend held nothing on that day.'
            : 'No holdings yet. Companies will appear here once they’re chosen.'}
        </p>
      ) : (
        <Holdings composition={composition}>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td data-figure>{percentText(totalOf(composition))}</td>
            </tr>
          </tfoot>
        </Holdings>
      )}
      {asOf && <Differences asOf={asOf} />}
    </section>
  );
};
