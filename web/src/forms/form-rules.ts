import type { FieldErrors, FieldValue, FormField, FormValues } from './form-field.js';

const emptyOf = (field: FormField): FieldValue => (field.kind === 'checklist' ? [] : '');

export const initialValues = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, field.initial ?? emptyOf(field)]));

/** Whether a select still offers the chosen option: its options may have changed since. */
const isOffered = (field: FormField, value: FieldValue): boolean =>
  field.kind !== 'select' || !field.options || field.options.some(({ id }) => String(id) === value);

/** A field's value. An option that is no longer offered counts as none, as on screen. */
export const currentValue = (field: FormField, values: FormValues): FieldValue => {
  const value = values[field.name] ?? emptyOf(field);
  return isOffered(field, value) ? value : emptyOf(field);
};

const isBlank = (value: FieldValue): boolean =>
  typeof value === 'string' ? value.trim() === '' : value.length === 0;

/** A message for each required field that is empty. */
export const missingFields = (fields: readonly FormField[], values: FormValues): FieldErrors =>
  Object.fromEntries(
    fields
      .filter((field) => field.required && isBlank(currentValue(field, values)))
      .map((field) => [
        field.name,
        `The field ${field.label ?? field.name} must be filled out to submit the form. `,
      ]),
  );

const booleans: Readonly<Record<string, boolean>> = { true: true, false: false };

const cleaned = (field: FormField, value: FieldValue): unknown => {
  if (typeof value !== 'string') return field.name.endsWith('[]') ? JSON.stringify(value) : value;
  return field.kind === 'select' ? (booleans[value] ?? value) : value;
};

/**
 * The values to send: lists whose names end in `[]` as JSON strings, the select values 'true' and 'false' as
 * booleans; empty optional fields are left out.
 */
export const cleanedState = (fields: readonly FormField[], values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter((field) => field.required || !isBlank(currentValue(field, values)))
      .map((field) => [field.name, cleaned(field, currentValue(field, values))]),
  );

/** Whether Enter in this element submits the form: in one-line fields, not in text areas or buttons. */
export const submitsOnEnter = (key: string, element: { tagName: string; type?: string }): boolean =>
  key === 'Enter' &&
  (element.tagName === 'SELECT' ||
    (element.tagName === 'INPUT' && !['file', 'checkbox'].includes(element.type ?? '')));
