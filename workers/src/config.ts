import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  processVariables,
  redisUrlVariable,
} from '@groundswell/platform';
import { z } from 'zod';
import { mailVariables } from './mail/variables.js';
import { mirrorVariables } from './mirror/variables.js';
import { moneyVariables } from './money/variables.js';
import { priceVariables } from './prices/variables.js';

/** What the workers read from their environment. */
export const configSchema = z.object({
  ...processVariables,
  ...priceVariables,
  ...mailVariables,
  ...moneyVariables,
  ...mirrorVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  REDIS_URL: redisUrlVariable,
});
