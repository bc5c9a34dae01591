import { calls } from '@groundswell/contracts';
import { useNavigate } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import type { BodyFor } from '../../api/endpoints.js';
import { Page } from '../../components/page/page.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldOf } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import { imageField } from './concept-forms.js';

type Concept = BodyFor<'createNewConcept'>;

const fields: readonly FieldOf<Concept>[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true, autoComplete: 'off' },
  {
    kind: 'textarea',
    name: 'description',
    label: 'Description',
    hint: 'Two or three sentences: what’s changing in the world, and which companies benefit.',
    required: true,
  },
  imageField,
];

export const CreateConcept = () => {
  const navigate = useNavigate();
  return (
    <Page
      title="Create a concept"
      lead="It’s public right away. Add sub-concepts and allocations next."
      measure="narrow"
    >
      <GenericForm<Concept>
        label="Create a concept"
        fields={fields}
        submitLabel="Create Concept"
        validate={rulesOf(calls.createNewConcept)}
        submit={(state, key) => command('createNewConcept', state, { key })}
        onSuccess={() => navigate('/see_concepts/')}
      />
    </Page>
  );
};
