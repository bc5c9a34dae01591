import { databaseUrlVariable, eventStoreUrlVariable, processVariables } from '@groundswell/platform';
import { z } from 'zod';

export const configSchema = z.object({
  ...processVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
});
