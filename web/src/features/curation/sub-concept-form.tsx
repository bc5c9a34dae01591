import { type BodyOf, calls } from '@groundswell/contracts';
import { command } from '../../api/browser-client.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import styles from './curation.module.css';
import { reasonField } from './reason-field.js';

const fields: readonly FormField[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true, autoComplete: 'off' },
  { kind: 'textarea', name: 'description', label: 'Description', required: true },
  reasonField,
];

export const SubConceptForm = ({ conceptId, onAdded }: { conceptId: string; onAdded: () => void }) => (
  <div className={styles.panel}>
    <h3>Add a sub-concept</h3>
    <GenericForm
      label="Add a sub-concept"
      fields={fields}
      submitLabel="Create New Sub Concept"
      clearAfterSuccess
      validate={rulesOf(calls.createNewSubConcept, { concept_id: conceptId })}
      submit={(state, key) =>
        command(
          'createNewSubConcept',
          { ...state, concept_id: conceptId } as BodyOf<typeof calls.createNewSubConcept>,
          key,
        )
      }
      onSuccess={onAdded}
    />
  </div>
);
