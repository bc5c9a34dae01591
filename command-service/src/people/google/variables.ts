import { httpUrlVariable } from '@groundswell/platform';
import { z } from 'zod';

/** Signing in with Google. Spread it into the schema of the process. */
export const googleVariables = {
  /** Unset: signing in with Google is not offered. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_TOKENINFO_URL: httpUrlVariable.default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: httpUrlVariable.default('https://openidconnect.googleapis.com/v1/userinfo'),
} as const;
