import {
  httpUrlVariable,
  processVariables,
  strangerVariables,
  wholeNumberVariable,
} from '@groundswell/platform';
import { z } from 'zod';

/** Environment of the gateway. Only the gateway has a fixed default port: the address people open. */
export const configSchema = z
  .object({
    ...processVariables,
    ...strangerVariables,
    PORT: wholeNumberVariable(0, 65_535, 8_000),
    COMMAND_SERVICE_URL: httpUrlVariable,
    QUERY_SERVICE_URL: httpUrlVariable,
    WEB_URL: httpUrlVariable,
    /** Used only for readiness checks. */
    PROJECTIONS_URL: httpUrlVariable.optional(),
    WORKERS_URL: httpUrlVariable.optional(),
    /** How long a service may take to start its answer, in milliseconds. */
    UPSTREAM_TIMEOUT: wholeNumberVariable(1, 600_000, 15_000),
    /** Directory of mails stored instead of sent, which the gateway shows. */
    MAILBOX_DIR: z.string().min(1).optional(),
  })
  .superRefine((config, context) => {
    if (config.NODE_ENV === 'production' && config.MAILBOX_DIR !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['MAILBOX_DIR'],
        message: 'shows mails to everyone: it must not be set with NODE_ENV=production',
      });
    }
  });
