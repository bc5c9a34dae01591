import { type BodyOf, calls } from '@groundswell/contracts';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { reasonField } from './reason-field.js';

const fields: readonly FormField[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true, autoComplete: 'off' },
  { kind: 'textarea', name: 'description', label: 'Description', required: true },
  reasonField,
];

export const SubConceptForm = () => {
  const { concept, change } = useCuration();
  const whole = (state: Record<string, unknown>) =>
    ({ ...state, concept_id: concept.id }) as BodyOf<typeof calls.createNewSubConcept>;
  return (
    <div className={styles.panel}>
      <h3>Add a sub-concept</h3>
      <GenericForm
        label="Add a sub-concept"
        fields={fields}
        submitLabel="Create New Sub Concept"
        clearAfterSuccess
        validate={rulesOf(calls.createNewSubConcept, { concept_id: concept.id })}
        submit={(state, key) => change('createNewSubConcept', whole(state), key)}
      />
    </div>
  );
};
