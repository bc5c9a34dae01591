import { FatalFault, httpUrlVariable, urlVariable } from '@groundswell/platform';
import { masterKeysVariable } from '@groundswell/platform/vault';
import { z } from 'zod';
import type { Carrier } from './carrier.js';
import { mailboxCarrier } from './mailbox-carrier.js';
import { smtpCarrier } from './smtp-carrier.js';

/** Environment variables for sending mail. Spread into the schema of the process. */
export const mailVariables = {
  PUBLIC_URL: httpUrlVariable,
  VAULT_MASTER_KEY: masterKeysVariable,
  /** If unset, emails are written to MAILBOX_DIR for the developer. */
  SMTP_URL: urlVariable('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/,
      'must be an address such as Groundswell <hello@example.com>',
    )
    .optional(),
  MAILBOX_DIR: z.string().min(1).optional(),
} as const;

interface MailPlace {
  readonly NODE_ENV: 'development' | 'test' | 'production';
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
  readonly MAILBOX_DIR?: string | undefined;
}

/**
 * SMTP if configured, otherwise the developer's mailbox.
 * @throws FatalFault in production without SMTP: emails to real people must not be left in files
 */
export const carrierOf = ({ NODE_ENV, SMTP_URL, MAIL_FROM, MAILBOX_DIR }: MailPlace): Carrier => {
  if (SMTP_URL !== undefined) {
    if (MAIL_FROM === undefined) throw new FatalFault('Wrong configuration: SMTP_URL needs MAIL_FROM.');
    return smtpCarrier({ url: SMTP_URL, from: MAIL_FROM });
  }
  if (NODE_ENV === 'production') throw new FatalFault('Wrong configuration: production needs SMTP_URL.');
  if (MAILBOX_DIR === undefined) {
    throw new FatalFault('Wrong configuration: set SMTP_URL, or MAILBOX_DIR for development.');
  }
  return mailboxCarrier(MAILBOX_DIR);
};
