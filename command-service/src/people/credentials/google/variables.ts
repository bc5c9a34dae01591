import { httpUrlVariable } from '@groundswell/platform';
import { z } from 'zod';

/** Signing in with Google. Spread it into the schema of the process. */
export const googleVariables = {
  /** Unset: signing in with Google is not offered. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  /** The script that asks a person in the browser; the web server allows it under the same name. */
  GOOGLE_SCRIPT_URL: httpUrlVariable.default('https://accounts.google.com/gsi/client'),
  GOOGLE_TOKENINFO_URL: httpUrlVariable.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: httpUrlVariable.default('https://openidconnect.googleapis.com/v1/userinfo'),
} as const;
