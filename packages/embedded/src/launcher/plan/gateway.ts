import { entryOf } from '../entries.js';
import { httpUrl } from './addresses.js';
import type { PartPlan } from './part-plan.js';
import type { Planning } from './planning.js';
import { commonVariables, limitVariables, mailboxVariables } from './variables.js';

/** The one part that people reach. */
export const gateway = ({ config, directory }: Planning): PartPlan => ({
  name: 'gateway',
  entry: entryOf.embedded('gateway'),
  needs: ['command-service', 'query-service', 'web', 'projections', 'workers'],
  environment: (book, port) => ({
    ...commonVariables(config, port || config.PORT),
    ...limitVariables(config),
    HOST: config.HOST,
    COMMAND_SERVICE_URL: httpUrl(book, 'command-service'),
    QUERY_SERVICE_URL: httpUrl(book, 'query-service'),
    WEB_URL: httpUrl(book, 'web'),
    PROJECTIONS_URL: httpUrl(book, 'projections'),
    WORKERS_URL: httpUrl(book, 'workers'),
    ...mailboxVariables(config, directory),
  }),
});
