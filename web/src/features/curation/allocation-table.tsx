import type { ResponseFor } from '../../api/endpoints.js';
import { percentText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import { ChangeWeight } from './change-weight.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { Removal } from './removal.js';

type Allocation = ResponseFor<'getConceptAllocations'>['stock_allocations'][number];

const AllocationRow = ({ allocation }: { allocation: Allocation }) => {
  const { change } = useCuration();
  const { id, sub_concept, company_name, stock_symbol, percent_allocation } = allocation;
  const what = `${company_name} (${stock_symbol})`;
  return (
    <tr>
      <td data-first>{sub_concept.name}</td>
      <th scope="row">
        {company_name} <span className={styles.symbol}>{stock_symbol}</span>
      </th>
      <td data-figure>{percentText(percent_allocation)}</td>
      <td data-actions>
        <ChangeWeight id={id} what={what} percent={percent_allocation} />
      </td>
      <td data-actions>
        <Removal
          what={what}
          remove={(reason, key) => change('removeStockAllocation', { id, ...reason }, key)}
        />
      </td>
    </tr>
  );
};

export const AllocationTable = ({ allocations }: { allocations: readonly Allocation[] }) => (
  <Table caption="Stock allocations" lined stacked>
    <thead>
      <tr>
        <th scope="col">Sub Concept</th>
        <th scope="col">Stock</th>
        <th scope="col" data-figure>
          % Allocation
        </th>
        <th scope="col" data-actions>
          Change
        </th>
        <th scope="col" data-actions>
          Delete
        </th>
      </tr>
    </thead>
    <tbody>
      {allocations.map((allocation) => (
        <AllocationRow key={allocation.id} allocation={allocation} />
      ))}
    </tbody>
  </Table>
);
