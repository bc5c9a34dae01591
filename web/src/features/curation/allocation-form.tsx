import { calls } from '@groundswell/contracts';
import type { BodyFor, ResponseFor } from '../../api/endpoints.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldOf } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { findCompanies, findTickers } from './find-assets.js';
import { percentField, reasonField } from './reason-field.js';

type SubConcepts = ResponseFor<'getConceptAllocations'>['sub_concepts'];

type Allocation = BodyFor<'createStockAllocation'>;

const fieldsFor = (subConcepts: SubConcepts): readonly FieldOf<Allocation>[] => [
  { kind: 'lookup', name: 'company_name', label: 'Company', required: true, find: findCompanies },
  {
    kind: 'lookup',
    name: 'stock_symbol',
    label: 'Ticker',
    hint: 'A stock such as AAPL, or a crypto pair such as BTC/USD.',
    required: true,
    find: findTickers,
  },
  percentField,
  { kind: 'select', name: 'sub_concept', label: 'Sub Concept', required: true, options: subConcepts },
  reasonField,
];

export const AllocationForm = ({ subConcepts }: { subConcepts: SubConcepts }) => {
  const { change } = useCuration();
  return (
    <div className={styles.panel}>
      <h3>Add an allocation</h3>
      {subConcepts.length === 0 ? (
        <p className={styles.note}>Create a sub-concept first: each allocation belongs to one.</p>
      ) : (
        <GenericForm<Allocation>
          label="Add an allocation"
          fields={fieldsFor(subConcepts)}
          submitLabel="Create New Allocation"
          clearAfterSuccess
          validate={rulesOf(calls.createStockAllocation)}
          submit={(state, key) => change('createStockAllocation', state, key)}
        />
      )}
    </div>
  );
};
