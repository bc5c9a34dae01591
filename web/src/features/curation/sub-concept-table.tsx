import type { ResponseFor } from '../../api/endpoints.js';
import { Table } from '../../components/table/table.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { Removal } from './removal.js';

interface SubConceptTableProps {
  subConcepts: ResponseFor<'getConceptAllocations'>['sub_concepts'];
}

export const SubConceptTable = ({ subConcepts }: SubConceptTableProps) => {
  const { change } = useCuration();
  if (subConcepts.length === 0)
    return (
      <p className={styles.note}>There are no sub-concepts yet. They become the sectors of the trend.</p>
    );
  return (
    <Table caption="Sub-concepts" lined stacked>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
          <th scope="col" data-actions>
            Delete
          </th>
        </tr>
      </thead>
      <tbody>
        {subConcepts.map(({ id, name, description }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td data-wide>{description}</td>
            <td data-actions>
              <Removal
                what={name}
                remove={(reason, key) => change('removeSubConcept', { id, ...reason }, key)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
};
