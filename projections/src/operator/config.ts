import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  parseConfig,
  redisUrlVariable,
} from '@groundswell/platform';
import { bucketVariables } from '@groundswell/platform/mirror';
import { actingAs, type Parsed } from '@groundswell/platform/operator';
import { z } from 'zod';

/** Configuration of this deployable's operator commands. */
export const configSchema = z.object({
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  /** If unset, queues and jobs are left out. */
  REDIS_URL: redisUrlVariable.optional(),
  /** Directory of recorded checkpoints, which `audit verify` compares with. */
  CHECKPOINT_DIR: z.string().min(1).optional(),
  /** The bucket that checkpoints are mirrored to and read back from. */
  ...bucketVariables,
  /** The parts' readiness URLs, by name, as JSON; written by `npm start`. */
  READINESS_URLS: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.record(z.string(), z.url()))
    .optional(),
});

export type OperatorConfig = z.output<typeof configSchema>;

/** @throws FatalFault with all faults at once */
export const readConfig = (): OperatorConfig => parseConfig(configSchema, process.env);

/**
 * Handle of the person whose decision a command records. @throws WrongUsage, FatalFault if it might be a person's
 * name
 */
export const deciding = (parsed: Parsed): string => actingAs(parsed, process.env).id;
