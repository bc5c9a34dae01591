import { type BodyOf, calls } from '@groundswell/contracts';
import { command } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { rulesOf } from '../../forms/contract-rules.js';
import { GenericForm } from '../../forms/generic-form.js';
import styles from './curation.module.css';
import { reasonField } from './reason-field.js';

type Concept = ResponseFor<'getConceptAllocations'>['concept'];

/** Renaming and describing are two decisions, each with its own reason. */
export const ConceptForms = ({ concept, onChanged }: { concept: Concept; onChanged: () => void }) => (
  <div className={styles.pair}>
    <div className={styles.panel}>
      <h3>Rename</h3>
      <GenericForm
        key={concept.name}
        label="Rename"
        fields={[
          {
            kind: 'text',
            name: 'name',
            label: 'Name',
            required: true,
            initial: concept.name,
            autoComplete: 'off',
          },
          reasonField,
        ]}
        submitLabel="Rename"
        validate={rulesOf(calls.renameConcept, { concept_id: concept.id })}
        submit={(state, key) =>
          command(
            'renameConcept',
            { ...state, concept_id: concept.id } as BodyOf<typeof calls.renameConcept>,
            key,
          )
        }
        onSuccess={onChanged}
      />
    </div>
    <div className={styles.panel}>
      <h3>Describe</h3>
      <GenericForm
        key={concept.description}
        label="Describe"
        fields={[
          {
            kind: 'textarea',
            name: 'description',
            label: 'Description',
            required: true,
            initial: concept.description,
          },
          reasonField,
        ]}
        validate={rulesOf(calls.describeConcept, { concept_id: concept.id })}
        submit={(state, key) =>
          command(
            'describeConcept',
            { ...state, concept_id: concept.id } as BodyOf<typeof calls.describeConcept>,
            key,
          )
        }
        onSuccess={onChanged}
      />
    </div>
  </div>
);
