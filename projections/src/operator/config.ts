import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  parseConfig,
  redisUrlVariable,
} from '@groundswell/platform';
import { z } from 'zod';

/** What the operator commands of this room read. */
const schema = z.object({
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  /** Without it, queues and jobs are left out. */
  REDIS_URL: redisUrlVariable.optional(),
});

export type OperatorConfig = z.output<typeof schema>;

/** @throws FatalFault that names every fault at once */
export const readConfig = (): OperatorConfig => parseConfig(schema, process.env);
