import type { ResponseFor } from '../../api/endpoints.js';
import { type Columns, Table } from '../../components/table/table.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { Removal } from './removal.js';

type SubConcept = ResponseFor<'getConceptAllocations'>['sub_concepts'][number];

export const SubConceptTable = ({ subConcepts }: { subConcepts: readonly SubConcept[] }) => {
  const { change } = useCuration();
  if (subConcepts.length === 0)
    return <p className={styles.note}>No sub-concepts yet. They become the trend’s sectors.</p>;
  const columns: Columns<SubConcept> = [
    { title: 'Name', kind: 'heading', cell: ({ name }) => name },
    { title: 'Description', kind: 'wide', cell: ({ description }) => description },
    {
      title: 'Delete',
      kind: 'actions',
      cell: ({ id, name }) => (
        <Removal what={name} remove={(reason, key) => change('removeSubConcept', { id, ...reason }, key)} />
      ),
    },
  ];
  return <Table caption="Sub-concepts" stacked columns={columns} rows={subConcepts} keyOf={({ id }) => id} />;
};
