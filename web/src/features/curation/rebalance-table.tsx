import { percentText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import styles from './curation.module.css';
import type { Draft } from './draft.js';
import { weightOf } from './weights.js';

interface RebalanceTableProps {
  drafts: readonly Draft[];
  onEdit: (drafts: readonly Draft[]) => void;
}

/** One line for each holding: its weight now, its weight to be, and a lock. */
export const RebalanceTable = ({ drafts, onEdit }: RebalanceTableProps) => {
  const put = (at: number, change: Partial<Draft>) =>
    onEdit(drafts.map((draft, index) => (index === at ? { ...draft, ...change } : draft)));
  return (
    <Table caption="New weights" lined>
      <thead>
        <tr>
          <th scope="col">Stock</th>
          <th scope="col" data-figure>
            Now
          </th>
          <th scope="col" data-figure>
            % Allocation
          </th>
          <th scope="col" data-actions>
            Lock
          </th>
        </tr>
      </thead>
      <tbody>
        {drafts.map(({ allocation, text, locked }, at) => (
          <tr key={allocation.id}>
            <th scope="row">
              {allocation.company_name} <span className={styles.symbol}>{allocation.stock_symbol}</span>
            </th>
            <td data-figure>{percentText(allocation.percent_allocation)}</td>
            <td data-figure>
              <input
                className={styles.weight}
                aria-label={`% Allocation of ${allocation.company_name}`}
                aria-invalid={weightOf(text) === undefined || undefined}
                inputMode="decimal"
                autoComplete="off"
                value={text}
                onChange={({ target }) => put(at, { text: target.value })}
              />
            </td>
            <td data-actions>
              <input
                className={styles.lock}
                type="checkbox"
                aria-label={`Lock ${allocation.company_name}`}
                checked={locked}
                onChange={({ target }) => put(at, { locked: target.checked })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};
