import { join } from 'node:path';
import { entryOf } from '../entries.js';
import { publicUrl } from './addresses.js';
import type { PartPlan } from './part-plan.js';
import type { Planning } from './planning.js';
import {
  brokerVariables,
  commandServiceVariables,
  commonVariables,
  limitVariables,
  mailboxVariables,
  queueAndPriceVariables,
} from './variables.js';

/** Where the projections write checkpoints, and `audit verify` looks for them. */
export const checkpointDirectory = (directory: string): string => join(directory, 'checkpoints');

export const commandService = (planning: Planning): PartPlan => {
  const { config, secrets, directory, needs } = planning;
  return {
    name: 'command-service',
    entry: entryOf.service('command-service'),
    needs: [...needs.store, ...needs.broker],
    before: planning.makeServicesDatabase,
    environment: (book, port) => ({
      ...commonVariables(config, port),
      ...limitVariables(config),
      ...commandServiceVariables(config, secrets, directory, book),
      UPLOADS_DIR: join(directory, 'uploads'),
    }),
  };
};

export const projections = ({ config, directory, urls, ...planning }: Planning): PartPlan => ({
  name: 'projections',
  entry: entryOf.service('projections'),
  needs: planning.needs.store,
  before: planning.makeServicesDatabase,
  environment: (book, port) => ({
    ...commonVariables(config, port),
    EVENTSTORE_URL: urls.eventStore(book, 'reader'),
    DATABASE_URL: urls.database(book),
    CHECKPOINT_DIR: checkpointDirectory(directory),
    ...(config.CHECKPOINT_KEY === undefined
      ? { CHECKPOINT_KEY_FILE: join(directory, 'checkpoint-key') }
      : { CHECKPOINT_KEY: config.CHECKPOINT_KEY }),
  }),
});

export const queryService = ({ config, secrets, urls, needs, ...planning }: Planning): PartPlan => ({
  name: 'query-service',
  entry: entryOf.service('query-service'),
  needs: [...needs.store, ...needs.redis],
  before: planning.makeServicesDatabase,
  environment: (book, port) => ({
    ...commonVariables(config, port),
    EVENTSTORE_URL: urls.eventStore(book, 'reader'),
    DATABASE_URL: urls.database(book),
    ...limitVariables(config),
    REDIS_URL: urls.redis(book),
    TOKEN_PUBLIC_KEY: secrets.tokenPublicKey,
  }),
});

export const workers = ({ config, secrets, directory, urls, needs, ...planning }: Planning): PartPlan => ({
  name: 'workers',
  entry: entryOf.service('workers'),
  needs: [...needs.store, ...needs.redis, ...needs.broker],
  before: planning.makeServicesDatabase,
  environment: (book, port) => ({
    ...commonVariables(config, port),
    EVENTSTORE_URL: urls.eventStore(book, 'writer'),
    DATABASE_URL: urls.database(book),
    ...queueAndPriceVariables(config, directory, book),
    ...brokerVariables(config, book),
    PUBLIC_URL: publicUrl(config),
    VAULT_MASTER_KEY: secrets.vaultMasterKey,
    ...mailboxVariables(config, directory),
  }),
});

export const web = ({ config }: Planning): PartPlan => ({
  name: 'web',
  entry: entryOf.web,
  needs: [],
  environment: (_book, port) => commonVariables(config, port),
});
