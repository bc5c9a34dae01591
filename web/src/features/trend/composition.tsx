import type { ResponseFor } from '../../api/endpoints.js';
import { percentText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import styles from './trend.module.css';

type Sectors = ResponseFor<'getConcept'>['concept_composition'];

/** Added in hundredths of a percent: exact, where adding the numbers themselves is not. */
const totalOf = (sectors: Sectors): number =>
  Object.values(sectors)
    .flat()
    .reduce((sum, { allocation_percentage }) => sum + Math.round(allocation_percentage * 100), 0) / 100;

export const Composition = ({ composition }: { composition: Sectors }) => {
  const sectors = Object.entries(composition).filter(([, holdings]) => holdings.length > 0);
  return (
    <section className={styles.section}>
      <h2>What's in this Trend?</h2>
      {sectors.length === 0 ? (
        <p className={styles.note}>
          Nothing is allocated yet. The companies appear here as soon as they are chosen.
        </p>
      ) : (
        <Table caption="Sectors, companies and their share of this trend">
          <thead>
            <tr>
              <th scope="col">Sector</th>
              <th scope="col">Company</th>
              <th scope="col" data-figure>
                Allocation
              </th>
            </tr>
          </thead>
          {sectors.map(([sector, holdings]) => (
            <tbody key={sector}>
              {holdings.map(({ text, allocation_percentage }, at) => (
                <tr key={text}>
                  {at === 0 && (
                    <th scope="rowgroup" rowSpan={holdings.length}>
                      {sector}
                    </th>
                  )}
                  <td>{text}</td>
                  <td data-figure>{percentText(allocation_percentage)}</td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td data-figure>{percentText(totalOf(composition))}</td>
            </tr>
          </tfoot>
        </Table>
      )}
    </section>
  );
};
