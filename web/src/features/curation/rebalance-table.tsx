import { percentText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import styles from './curation.module.css';
import type { Draft } from './draft.js';
import { weightOf } from './weights.js';

interface RebalanceTableProps {
  drafts: readonly Draft[];
  onEdit: (drafts: readonly Draft[]) => void;
}

/** One line per holding: current weight, new weight, and a lock. */
export const RebalanceTable = ({ drafts, onEdit }: RebalanceTableProps) => {
  const put = (at: number, change: Partial<Draft>) =>
    onEdit(drafts.map((draft, index) => (index === at ? { ...draft, ...change } : draft)));
  const columns: Columns<Draft> = [
    {
      title: 'Stock',
      kind: 'heading',
      cell: ({ allocation }) => (
        <>
          {allocation.company_name} <span className={styles.symbol}>{allocation.stock_symbol}</span>
        </>
      ),
    },
    {
      title: 'Now',
      kind: 'figure',
      cell: ({ allocation }) => percentText(allocation.percent_allocation),
    },
    {
      title: '% Allocation',
      kind: 'figure',
      cell: ({ allocation, text }, at) => (
        <input
          className={styles.weight}
          aria-label={`% Allocation of ${allocation.company_name}`}
          aria-invalid={weightOf(text) === undefined || undefined}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={({ target }) => put(at, { text: target.value })}
        />
      ),
    },
    {
      title: 'Lock',
      kind: 'actions',
      cell: ({ allocation, locked }, at) => (
        <input
          className={styles.lock}
          type="checkbox"
          aria-label={`Lock ${allocation.company_name}`}
          checked={locked}
          onChange={({ target }) => put(at, { locked: target.checked })}
        />
      ),
    },
  ];
  return (
    <Table caption="New weights" columns={columns} rows={drafts} keyOf={({ allocation }) => allocation.id} />
  );
};
