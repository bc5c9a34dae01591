import { ApiError } from '../../api/api-error.js';
import { GoogleError } from '../../shared/google/google-client.js';

interface Missing {
  readonly email?: string;
  readonly password?: string;
}

/** Messages for empty fields. */
export const missingIn = (email: string, password: string): Missing => ({
  ...(!email.trim() && { email: 'Email field is missing' }),
  ...(!password && { password: 'Password field is missing' }),
});

/** Any other refusal is shown in the words of the server, or of Google. */
export const messageFor = (failure: unknown): string =>
  failure instanceof ApiError || failure instanceof GoogleError
    ? failure.message
    : 'Something unexpected happened. Try again.';
