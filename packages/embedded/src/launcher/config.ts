import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  FatalFault,
  flagVariable,
  httpUrlVariable,
  processVariables,
  redisUrlVariable,
  strangerVariables,
  wholeNumberVariable,
} from '@groundswell/platform';
import { z } from 'zod';

const secret = z.string().min(1).optional();

/** Variables people may set for `npm start`. Each address that is set replaces the embedded part. */
export const configSchema = z.object({
  ...processVariables,
  ...strangerVariables,
  PORT: wholeNumberVariable(0, 65_535, 8_000),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: httpUrlVariable.optional(),
  DATABASE_URL: databaseUrlVariable.optional(),
  REDIS_URL: redisUrlVariable.optional(),
  EVENTSTORE_URL: eventStoreUrlVariable.optional(),
  ALPACA_DATA_URL: httpUrlVariable.optional(),
  ALPACA_BROKER_URL: httpUrlVariable.optional(),
  ALPACA_KEY_ID: secret,
  ALPACA_SECRET_KEY: secret,
  TOKEN_PRIVATE_KEY: secret,
  TOKEN_PUBLIC_KEY: secret,
  VAULT_MASTER_KEY: secret,
  /** Signs checkpoints of the log; created and kept in the data directory unless given. */
  CHECKPOINT_KEY: secret,
  /**
   * Transfers of one account in each direction and trading day, for the services and for the broker's
   * sandbox.
   */
  TRANSFERS_PER_DAY: wholeNumberVariable(1, 1_000_000, 1),
  NEW_BANK_HOLD_DAYS: wholeNumberVariable(0, 30, 3),
  /** Unset: mails are stored in a mailbox at /mailbox. */
  SMTP_URL: secret,
  MAIL_FROM: secret,
  DEMO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  /** `true`: starts without demo concepts and sign-ins. */
  WITHOUT_DEMO: flagVariable,
});
export type Config = z.output<typeof configSchema>;

/** Variables required in production, where the default would be a demo value or a secret that is not kept. */
const neededInProduction = [
  'PUBLIC_URL',
  'TOKEN_PRIVATE_KEY',
  'TOKEN_PUBLIC_KEY',
  'VAULT_MASTER_KEY',
  'CHECKPOINT_KEY',
  'ALPACA_DATA_URL',
  'ALPACA_BROKER_URL',
  'ALPACA_KEY_ID',
  'ALPACA_SECRET_KEY',
  'SMTP_URL',
  'MAIL_FROM',
] as const;

/** @throws FatalFault that names every variable production lacks or must not have */
export const refuseDefaultsInProduction = (config: Config): void => {
  if (config.NODE_ENV !== 'production') return;
  const missing = neededInProduction.filter((name) => config[name] === undefined);
  const faults = [
    ...(missing.length > 0 ? [`set ${missing.join(', ')}`] : []),
    ...(config.PUBLIC_URL === undefined || config.PUBLIC_URL.startsWith('https://')
      ? []
      : ['give PUBLIC_URL as an https:// address']),
    ...(config.DEMO_PASSWORD === undefined ? [] : ['unset DEMO_PASSWORD']),
  ];
  if (faults.length > 0) {
    throw new FatalFault(`Production has no default secrets and no demo data: ${faults.join('; ')}.`);
  }
};

/** Files a demo leaves in its data directory: its people can sign in with a password stored there or given. */
const leftByDemo = ['demo-sign-ins.json', 'demo-loaded'] as const;

/** @throws FatalFault when production is started on demo data */
export const refuseDemoDataInProduction = (config: Config, directory: string): void => {
  if (config.NODE_ENV !== 'production') return;
  if (!leftByDemo.some((name) => existsSync(join(directory, name)))) return;
  throw new FatalFault(
    `${directory} holds demo data, and its demo staff could sign in. Set DATA_DIR to another directory.`,
  );
};
