import { databaseUrlVariable, eventStoreUrlVariable, processVariables } from '@groundswell/platform';
import { z } from 'zod';

export const configSchema = z.object({
  ...processVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  /** Where the checkpoint of each day is written down, to be copied elsewhere; unset, it is not. */
  CHECKPOINT_DIR: z.string().min(1).optional(),
});
