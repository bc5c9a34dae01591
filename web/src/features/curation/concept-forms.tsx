import { calls, uploadLimits } from '@groundswell/contracts';
import type { BodyFor } from '../../api/endpoints.js';
import { Cover } from '../../components/cover/cover.js';
import { rulesOf } from '../../forms/contract-rules.js';
import type { FieldOf } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import { reasonField } from './reason-field.js';
import { useTypedUpon } from './use-typed-upon.js';

/** The form's values: the rest of the call's body. */
type Typed<Name extends 'renameConcept' | 'describeConcept' | 'changeConceptImage'> = Omit<
  BodyFor<Name>,
  'concept_id'
>;

/** The card's image; without one, a landscape is drawn from the name. */
export const imageField: FieldOf<{ image_url: string }> = {
  kind: 'file',
  name: 'image_url',
  label: 'Image',
  hint: 'PNG, JPEG, WebP, GIF or AVIF, up to 5 MB. Without an image, we draw a landscape from the name.',
  accept: uploadLimits.types.join(','),
  maxBytes: uploadLimits.bytes,
};

const Rename = () => {
  const { concept, change, isInDoubt } = useCuration();
  const { onValues, send } = useTypedUpon(concept.name);
  const fields: readonly FieldOf<Typed<'renameConcept'>>[] = [
    {
      kind: 'text',
      name: 'name',
      label: 'Name',
      required: true,
      initial: concept.name,
      isSaved: true,
      autoComplete: 'off',
    },
    reasonField,
  ];
  return (
    <GenericForm<Typed<'renameConcept'>>
      label="Rename"
      fields={fields}
      submitLabel="Rename"
      clearAfterSuccess
      validate={rulesOf(calls.renameConcept, { concept_id: concept.id })}
      onValues={onValues}
      submit={(state, key) => {
        return send({
          wanted: state.name.trim(),
          isInDoubt: isInDoubt(key),
          send: () => change('renameConcept', { ...state, concept_id: concept.id }, key),
          words: `It’s called ${concept.name} now: someone else renamed it in the meantime. Your change wasn’t saved.`,
        });
      }}
    />
  );
};

const Describe = () => {
  const { concept, change, isInDoubt } = useCuration();
  const { onValues, send } = useTypedUpon(concept.description);
  const fields: readonly FieldOf<Typed<'describeConcept'>>[] = [
    {
      kind: 'textarea',
      name: 'description',
      label: 'Description',
      required: true,
      initial: concept.description,
      isSaved: true,
    },
    reasonField,
  ];
  return (
    <GenericForm<Typed<'describeConcept'>>
      label="Describe"
      clearAfterSuccess
      fields={fields}
      validate={rulesOf(calls.describeConcept, { concept_id: concept.id })}
      onValues={onValues}
      submit={(state, key) => {
        return send({
          wanted: state.description.trim(),
          isInDoubt: isInDoubt(key),
          send: () => change('describeConcept', { ...state, concept_id: concept.id }, key),
          words:
            'Someone else changed the description in the meantime. Theirs is at the top of the page. Your change wasn’t saved.',
        });
      }}
    />
  );
};

const Picture = () => {
  const { concept, change } = useCuration();
  return (
    <>
      <div className={styles.cover}>
        <Cover name={concept.name} imageUrl={concept.image_url} />
      </div>
      <GenericForm<Typed<'changeConceptImage'>>
        label="Image"
        fields={[{ ...imageField, required: true }, reasonField]}
        submitLabel="Use this image"
        clearAfterSuccess
        submit={(state, key) => change('changeConceptImage', { ...state, concept_id: concept.id }, key)}
      />
    </>
  );
};

/** Three separate changes, each with its own reason. */
export const ConceptForms = () => (
  <div className={styles.pair}>
    <div className={styles.panel}>
      <h3>Rename</h3>
      <Rename />
    </div>
    <div className={styles.panel}>
      <h3>Edit description</h3>
      <Describe />
    </div>
    <div className={styles.panel}>
      <h3>Image</h3>
      <Picture />
    </div>
  </div>
);
