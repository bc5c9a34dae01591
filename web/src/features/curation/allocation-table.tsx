import { command } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { percentText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import styles from './curation.module.css';
import { Removal } from './removal.js';
import { sharesOf } from './shares.js';

type Allocations = ResponseFor<'getConceptAllocations'>['stock_allocations'];

const Rows = ({ allocations, onRemoved }: AllocationTableProps) =>
  allocations.map(({ id, sub_concept, company_name, stock_symbol, percent_allocation }) => (
    <tr key={id}>
      <td data-first>{sub_concept.name}</td>
      <th scope="row">
        {company_name} <span className={styles.symbol}>{stock_symbol}</span>
      </th>
      <td data-figure>{percentText(percent_allocation)}</td>
      <td data-actions>
        <Removal
          what={`${company_name} (${stock_symbol})`}
          remove={(reason, key) => command('removeStockAllocation', { id, ...reason }, key)}
          onRemoved={onRemoved}
        />
      </td>
    </tr>
  ));

interface AllocationTableProps {
  allocations: Allocations;
  onRemoved: () => void;
}

export const AllocationTable = ({ allocations, onRemoved }: AllocationTableProps) => {
  const { allocated, left } = sharesOf(allocations);
  return (
    <div>
      <div className={styles.shares} role="status">
        <p>
          <strong>{percentText(allocated)}</strong> allocated, <strong>{percentText(left)}</strong> left
        </p>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={allocated} height="1" fill="var(--brand)" />
        </svg>
      </div>
      {allocations.length === 0 ? (
        <p className={styles.note}>Nothing is allocated yet.</p>
      ) : (
        <Table caption="Stock allocations" lined>
          <thead>
            <tr>
              <th scope="col">Sub Concept</th>
              <th scope="col">Stock</th>
              <th scope="col" data-figure>
                % Allocation
              </th>
              <th scope="col" data-actions>
                Delete
              </th>
            </tr>
          </thead>
          <tbody>
            <Rows allocations={allocations} onRemoved={onRemoved} />
          </tbody>
        </Table>
      )}
    </div>
  );
};
