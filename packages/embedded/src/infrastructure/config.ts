import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535).default(0);

/** What the infrastructure process is told by the launcher, or by the test stack. */
export const configSchema = z.object({
  /** Where the servers keep their files. */
  DATA_DIR: z.string().min(1),
  PARTS: z
    .string()
    .default('postgresql,redis')
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['postgresql', 'redis'])).min(1)),
  POSTGRESQL_PORT: port,
  POSTGRESQL_PASSWORD: z.string().min(1),
  REDIS_PORT: port,
  /** `true` for tests: the directory is thrown away. */
  THROWAWAY: z.stringbool().default(false),
  PATH: z.string().default(''),
});
export type Config = z.infer<typeof configSchema>;
