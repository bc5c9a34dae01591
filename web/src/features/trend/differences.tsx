import type { ResponseFor } from '../../api/endpoints.js';
import { percentText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import styles from './trend.module.css';

type AsOf = NonNullable<ResponseFor<'getConcept'>['as_of']>;

const shareText = (percent: number | null): string => (percent === null ? 'not held' : percentText(percent));

const columns: Columns<AsOf['differences'][number]> = [
  {
    title: 'Company',
    kind: 'heading',
    cell: ({ text, symbol }) => (
      <>
        {text} <span className={styles.symbol}>{symbol}</span>
      </>
    ),
  },
  { title: 'Then', kind: 'figure', cell: ({ on_date }) => shareText(on_date) },
  { title: 'Today', kind: 'figure', cell: ({ today }) => shareText(today) },
];

/** Changes between that day and today. */
export const Differences = ({ asOf }: { asOf: AsOf }) => (
  <div className={styles.differences}>
    <h3>Changes since then</h3>
    {asOf.differences.length === 0 ? (
      <p className={styles.note}>No changes since then.</p>
    ) : (
      <Table
        caption="Holdings that changed"
        columns={columns}
        rows={asOf.differences}
        keyOf={({ symbol }) => symbol}
      />
    )}
  </div>
);
