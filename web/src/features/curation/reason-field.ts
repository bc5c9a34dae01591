import type { FormField } from '../../forms/form-field.js';

/** Asked for with every change of a trend. */
export const reasonField: FormField = {
  kind: 'text',
  name: 'reason',
  label: 'Reason',
  hint: 'Stands in the change log that everyone can read.',
  autoComplete: 'off',
};
