import type { ReactNode } from 'react';
import styles from './form.module.css';
import type { FieldValue, FormField } from './form-field.js';

/** What each control is given; most need only a part. */
export interface ControlProps<Field extends FormField = FormField> {
  id: string;
  field: Field;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
  onBusy: (busy: boolean) => void;
  onFill: (values: Readonly<Record<string, string>>) => void;
  onFillLater: () => (values: Readonly<Record<string, string>>) => void;
}

export const idOf = (formId: string, field: FormField) => `${formId}-${field.name.replace(/\W/g, '')}`;

/** Connects a control to its hint and error for assistive technology. */
export const describedBy = (id: string, field: FormField, error: string | undefined) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

interface FieldFrameProps {
  id: string;
  field: FormField;
  error: string | undefined;
  children: ReactNode;
}

const LabelText = ({ field }: { field: FormField }) => (
  <>
    {field.labelHref ? (
      <a href={field.labelHref} target="_blank" rel="noopener noreferrer">
        {field.label ?? field.name}
      </a>
    ) : (
      (field.label ?? field.name)
    )}
    {!field.required && <span className={styles.optional}> (optional)</span>}
  </>
);

/** Label, hint, control, error. A group of choices is a fieldset with a legend. */
export const FieldFrame = ({ id, field, error, children }: FieldFrameProps) => {
  const group = field.kind === 'checklist' || field.kind === 'radio';
  const Frame = group ? 'fieldset' : 'div';
  return (
    <Frame className={styles.field}>
      {group ? (
        <legend className={styles.label}>
          <LabelText field={field} />
        </legend>
      ) : (
        <label className={styles.label} htmlFor={id}>
          <LabelText field={field} />
        </label>
      )}
      {field.hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {children}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </Frame>
  );
};
