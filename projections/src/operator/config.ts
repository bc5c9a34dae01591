import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  parseConfig,
  redisUrlVariable,
} from '@groundswell/platform';
import { bucketVariables } from '@groundswell/platform/mirror';
import { actingAs, type Parsed } from '@groundswell/platform/operator';
import { z } from 'zod';

/** What the operator commands of this room read. */
export const configSchema = z.object({
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  /** Without it, queues and jobs are left out. */
  REDIS_URL: redisUrlVariable.optional(),
  /** Where checkpoints are written down: `audit verify` compares with them. */
  CHECKPOINT_DIR: z.string().min(1).optional(),
  /** Where they are mirrored, and read back from. */
  ...bucketVariables,
  /** The parts' readiness URLs, by name, as JSON; written by `npm start`. */
  READINESS_URLS: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.string(), z.url()))
    .optional(),
});

export type OperatorConfig = z.output<typeof configSchema>;

/** @throws FatalFault that names every fault at once */
export const readConfig = (): OperatorConfig => parseConfig(configSchema, process.env);

/** The handle of the one who decides what a command records. @throws WrongUsage, FatalFault when it may name a person */
export const deciding = (parsed: Parsed): string => actingAs(parsed, process.env).id;
