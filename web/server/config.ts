import { z } from 'zod';

const port = z
  .string()
  .default('0')
  .refine(
    (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
    'must be a port number; 0 takes any free one',
  )
  .transform(Number);

/** Environment of the web server, parsed from text. */
export const configSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port,
  /** If set, the sign-in screen may load Google's script. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_SCRIPT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .default('https://accounts.google.com/gsi/client'),
  /** If set, forms may load the maps provider's script, which completes addresses. */
  MAPS_KEY: z.string().optional(),
  MAPS_SCRIPT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .default('https://maps.googleapis.com/maps/api/js'),
});
export type Config = z.infer<typeof configSchema>;

/** Reads the environment once, and reports all faults in one message. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const parsed = configSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`web cannot start: ${faults.join('; ')}`);
};
