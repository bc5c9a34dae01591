import { calls } from '@groundswell/contracts';
import type { BodyFor } from '../../api/endpoints.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldOf } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { reasonField } from './reason-field.js';

type SubConcept = Omit<BodyFor<'createNewSubConcept'>, 'concept_id'>;

const fields: readonly FieldOf<SubConcept>[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true, autoComplete: 'off' },
  { kind: 'textarea', name: 'description', label: 'Description', required: true },
  reasonField,
];

export const SubConceptForm = () => {
  const { concept, change } = useCuration();
  return (
    <div className={styles.panel}>
      <h3>Add a sub-concept</h3>
      <GenericForm<SubConcept>
        label="Add a sub-concept"
        fields={fields}
        submitLabel="Create New Sub Concept"
        clearAfterSuccess
        validate={rulesOf(calls.createNewSubConcept, { concept_id: concept.id })}
        submit={(state, key) => change('createNewSubConcept', { ...state, concept_id: concept.id }, key)}
      />
    </div>
  );
};
