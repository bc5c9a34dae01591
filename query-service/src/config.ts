import { brokerVariables } from '@groundswell/broker';
import { databaseUrlVariable, processVariables, wholeNumberVariable } from '@groundswell/platform';
import { publicTokenKeyVariable } from '@groundswell/platform/identity';
import { z } from 'zod';

export const configSchema = z.object({
  ...processVariables,
  DATABASE_URL: databaseUrlVariable,
  ...brokerVariables,
  TOKEN_PUBLIC_KEY: publicTokenKeyVariable,
  /** Connections to the database at most. */
  DATABASE_CONNECTIONS: wholeNumberVariable(1, 200, 10),
});
