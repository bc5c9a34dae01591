import { flagVariable, wholeNumberVariable } from '@groundswell/platform';
import { z } from 'zod';

const port = wholeNumberVariable(0, 65_535, 0);

/** Settings of the infrastructure process, from the launcher or the test stack. */
export const configSchema = z.object({
  /** Where the servers keep their files. */
  DATA_DIR: z.string().min(1),
  PARTS: z
    .string()
    .default('postgresql,redis')
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['postgresql', 'redis'])).min(1)),
  POSTGRESQL_PORT: port,
  POSTGRESQL_PASSWORD: z.string().default(''),
  REDIS_PORT: port,
  REDIS_PASSWORD: z
    .string()
    .regex(/^[\w-]+$/, 'must consist of letters, digits, - and _')
    .optional(),
  /** For tests: the directory is discarded afterwards. */
  THROWAWAY: flagVariable,
  PATH: z.string().default(''),
});
