import { httpUrlVariable } from '@groundswell/platform';
import { z } from 'zod';

/** Variables of Google sign-in. Spread them into the schema of the process. */
export const googleVariables = {
  /** Unset: Google sign-in is not offered. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  /** The script that runs in the browser; the web server allows it by the same variable. */
  GOOGLE_SCRIPT_URL: httpUrlVariable.default('https://accounts.google.com/gsi/client'),
  GOOGLE_TOKENINFO_URL: httpUrlVariable.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: httpUrlVariable.default('https://openidconnect.googleapis.com/v1/userinfo'),
} as const;
