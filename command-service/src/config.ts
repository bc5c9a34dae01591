import { brokerVariables } from '@groundswell/broker';
import {
  databaseUrlVariable,
  eventStoreUrlVariable,
  flagVariable,
  httpUrlVariable,
  processVariables,
  strangerVariables,
  wholeNumberVariable,
} from '@groundswell/platform';
import { privateTokenKeyVariable, publicTokenKeysVariable } from '@groundswell/platform/identity';
import { masterKeysVariable } from '@groundswell/platform/vault';
import { z } from 'zod';
import { googleVariables } from './people/credentials/google/variables.js';
import { uploadVariables } from './uploads/variables.js';

/** Environment of the operator commands. */
export const operatorConfigSchema = z.object({
  NODE_ENV: processVariables.NODE_ENV,
  LOG_LEVEL: processVariables.LOG_LEVEL,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
  VAULT_MASTER_KEY: masterKeysVariable,
});

export const configSchema = z
  .object({
    ...processVariables,
    ...strangerVariables,
    ...operatorConfigSchema.shape,
    /** Maximum connections to PostgreSQL. */
    DATABASE_CONNECTIONS: wholeNumberVariable(2, 200, 10),
    ...brokerVariables,
    ...googleVariables,
    ...uploadVariables,
    TOKEN_PRIVATE_KEY: privateTokenKeyVariable,
    /** Public keys of other instances during a key rotation; an instance always knows its own. */
    TOKEN_PUBLIC_KEY: publicTokenKeysVariable.optional(),
    /**
     * Unset: street addresses are typed without suggestions. The web server allows the script by the same
     * variables.
     */
    MAPS_KEY: z.string().min(1).optional(),
    MAPS_SCRIPT_URL: httpUrlVariable.default('https://maps.googleapis.com/maps/api/js'),
    /** Where people reach the web app; base of every link in a mail. */
    PUBLIC_URL: httpUrlVariable,
    /** Lets staff set when a change took effect, to load a demo with a past. */
    DEMO_TIME_TRAVEL: flagVariable,
    /** Per minute: with one email address from one network, and from one network in total. */
    SIGN_IN_ATTEMPTS_PER_EMAIL: wholeNumberVariable(1, 100_000, 10),
    SIGN_IN_ATTEMPTS_PER_ADDRESS: wholeNumberVariable(1, 100_000, 100),
    /**
     * Waitlist, password reset, links and Google, per minute: from one network address, and about one email
     * address.
     */
    REQUESTS_PER_ADDRESS: wholeNumberVariable(1, 100_000, 30),
    REQUESTS_PER_EMAIL: wholeNumberVariable(1, 100_000, 3),
    /** Refresh tokens that one person may trade in a minute, at one instance. */
    REFRESHES_PER_USER: wholeNumberVariable(1, 1_000_000, 30),
    /** Uploads per staff member and minute. */
    UPLOADS_PER_USER: wholeNumberVariable(1, 100_000, 30),
    /** Transfers of one account in each direction and trading day: as many as the broker accepts. */
    TRANSFERS_PER_DAY: wholeNumberVariable(1, 1_000_000, 1),
    /** Days before withdrawals to a bank other than the account's first, or after a changed address or password. */
    NEW_BANK_HOLD_DAYS: wholeNumberVariable(0, 30, 3),
    /** Proxies whose X-Forwarded-For is trusted: addresses or ranges, separated by commas. */
    TRUSTED_PROXIES: z.string().default('loopback'),
  })
  .superRefine((config, context) => {
    if (config.NODE_ENV === 'production' && !config.PUBLIC_URL.startsWith('https://')) {
      context.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'must be an https:// address with NODE_ENV=production: sign-in emails link to it',
      });
    }
    if (config.NODE_ENV === 'production' && config.DEMO_TIME_TRAVEL) {
      context.addIssue({
        code: 'custom',
        path: ['DEMO_TIME_TRAVEL'],
        message: 'is for demos: NODE_ENV=production does not allow backdated history',
      });
    }
  });

export type Config = z.output<typeof configSchema>;
