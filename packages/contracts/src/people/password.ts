import { z } from 'zod';

/** An existing password, as typed. */
export const passwordSchema = z
  .string({ error: 'Password field is missing' })
  .min(1, 'Password field is missing')
  .max(1_024);
