import type { ResponseFor } from '../../api/endpoints.js';
import { percentText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import { ChangeWeight } from './change-weight.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { Removal } from './removal.js';

type Allocation = ResponseFor<'getConceptAllocations'>['stock_allocations'][number];

const whatIs = ({ company_name, stock_symbol }: Allocation) => `${company_name} (${stock_symbol})`;

export const AllocationTable = ({ allocations }: { allocations: readonly Allocation[] }) => {
  const { change } = useCuration();
  const columns: Columns<Allocation> = [
    { title: 'Sub Concept', cell: ({ sub_concept }) => sub_concept.name },
    {
      title: 'Stock',
      kind: 'heading',
      cell: ({ company_name, stock_symbol }) => (
        <>
          {company_name} <span className={styles.symbol}>{stock_symbol}</span>
        </>
      ),
    },
    {
      title: '% Allocation',
      kind: 'figure',
      cell: ({ percent_allocation }) => percentText(percent_allocation),
    },
    {
      title: 'Change',
      kind: 'actions',
      cell: (allocation) => (
        <ChangeWeight id={allocation.id} what={whatIs(allocation)} percent={allocation.percent_allocation} />
      ),
    },
    {
      title: 'Delete',
      kind: 'actions',
      cell: (allocation) => (
        <Removal
          what={whatIs(allocation)}
          remove={(reason, key) => change('removeStockAllocation', { id: allocation.id, ...reason }, key)}
        />
      ),
    },
  ];
  return (
    <Table caption="Stock allocations" stacked columns={columns} rows={allocations} keyOf={({ id }) => id} />
  );
};
