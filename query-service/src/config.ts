import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  processVariables,
  redisUrlVariable,
  strangerVariables,
  wholeNumberVariable,
} from '@groundswell/platform';
import { publicTokenKeysVariable } from '@groundswell/platform/identity';
import { z } from 'zod';

export const configSchema = z.object({
  ...processVariables,
  ...strangerVariables,
  DATABASE_URL: databaseUrlVariable,
  /** Only to show stored events, so that anyone can verify them; everything else comes from read models. */
  EVENTSTORE_URL: eventStoreUrlVariable,
  /** Used only to show staff the state of the queues. */
  REDIS_URL: redisUrlVariable.optional(),
  TOKEN_PUBLIC_KEY: publicTokenKeysVariable,
  /** Proxies whose X-Forwarded-For is trusted: addresses or ranges, separated by commas. */
  TRUSTED_PROXIES: z.string().default('loopback'),
  /** Maximum number of database connections. */
  DATABASE_CONNECTIONS: wholeNumberVariable(1, 200, 10),
});
