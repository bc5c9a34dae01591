import type { FormField } from './form-field.js';

/** A code of the app, or a recovery code. */
export const codeField: FormField = {
  kind: 'text',
  name: 'code',
  label: 'Code',
  hint: 'Six digits from your authenticator app, or one of your recovery codes.',
  required: true,
  autoComplete: 'one-time-code',
};

/** The first code proves that the app has the secret, which a recovery code cannot. */
export const firstCodeField: FormField = {
  ...codeField,
  label: 'Code from the app',
  hint: 'Six digits. It changes every 30 seconds.',
  inputMode: 'numeric',
};

/** The password that someone has. */
export const passwordField: FormField = {
  kind: 'password',
  name: 'password',
  label: 'Your password',
  required: true,
  autoComplete: 'current-password',
};

export const newPasswordField = {
  kind: 'password',
  name: 'password',
  label: 'New password',
  hint: 'At least 8 characters. Try a few random words.',
  required: true,
  autoComplete: 'new-password',
} as const satisfies FormField;
