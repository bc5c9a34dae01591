import type { FieldOf } from '../../forms/form-field.js';

/** Required for every change of a trend. */
export const reasonField: FieldOf<{ reason: string }> = {
  kind: 'text',
  name: 'reason',
  label: 'Reason',
  hint: 'Shown in the public change history.',
  autoComplete: 'off',
};

export const percentField: FieldOf<{ percentage_allocation: string }> = {
  kind: 'text',
  name: 'percentage_allocation',
  label: '% Allocation',
  hint: 'Above 0, at most two decimals.',
  required: true,
  inputMode: 'decimal',
  autoComplete: 'off',
};
