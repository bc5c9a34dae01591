import { brokerVariables } from '@groundswell/broker';
import type { Actor } from '@groundswell/contracts';
import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  parseConfig,
  redisUrlVariable,
} from '@groundswell/platform';
import { actingAs, type Parsed } from '@groundswell/platform/operator';
import { masterKeysVariable } from '@groundswell/platform/vault';
import { z } from 'zod';
import { priceVariables } from '../prices/variables.js';

const schemas = {
  log: z.object({ EVENTSTORE_URL: eventStoreUrlVariable }),
  queues: z.object({ REDIS_URL: redisUrlVariable }),
  database: z.object({ DATABASE_URL: databaseUrlVariable }),
  vault: z.object({ DATABASE_URL: databaseUrlVariable, VAULT_MASTER_KEY: masterKeysVariable }),
  broker: z.object(brokerVariables),
  prices: z.object({
    ...priceVariables,
    EVENTSTORE_URL: eventStoreUrlVariable,
    DATABASE_URL: databaseUrlVariable,
  }),
} as const;

/** Configuration of a command that asks these. @throws FatalFault */
export const configFor = <Asked extends keyof typeof schemas>(
  asked: Asked,
): z.output<(typeof schemas)[Asked]> => parseConfig(schemas[asked], process.env);

/** The operator who is recorded for a command's decision. @throws WrongUsage, FatalFault */
export const readActor = (parsed: Parsed): Actor => actingAs(parsed, process.env);
