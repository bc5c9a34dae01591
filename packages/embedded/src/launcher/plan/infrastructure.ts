import { join } from 'node:path';
import { eventStoreNodeOptions } from '../../event-store/node-options.js';
import { databaseOn, ensureDatabase } from '../databases.js';
import { entryOf } from '../entries.js';
import { databaseNames, securityDirectory } from './addresses.js';
import type { PartPlan } from './part-plan.js';
import { type Planning, usesSandbox } from './planning.js';
import { commonVariables } from './variables.js';

/** What the services stand on. Parts that the environment replaces are left out. */
export const infrastructure = (planning: Planning): PartPlan[] => {
  const { config } = planning;
  return [
    config.DATABASE_URL === undefined && postgresql(planning),
    config.REDIS_URL === undefined && redis(planning),
    usesSandbox(config) && brokerSandbox(planning),
    config.EVENTSTORE_URL === undefined && eventStore(planning),
  ].filter((part) => part !== false);
};

const postgresql = (planning: Planning): PartPlan =>
  server(planning, 'postgresql', (port) => ({
    POSTGRESQL_PORT: port,
    POSTGRESQL_PASSWORD: planning.secrets.databasePassword,
  }));

const redis = (planning: Planning): PartPlan =>
  server(planning, 'redis', (port) => ({
    REDIS_PORT: port,
    REDIS_PASSWORD: planning.secrets.redisPassword,
  }));

const server = (
  { config, directory }: Planning,
  name: 'postgresql' | 'redis',
  variablesOn: (port: string) => Record<string, string>,
): PartPlan => ({
  name,
  entry: entryOf.embedded('infrastructure'),
  needs: [],
  environment: (_book, port) => ({
    ...commonVariables(config, 0),
    DATA_DIR: directory,
    PARTS: name,
    ...variablesOn(String(port)),
  }),
});

const brokerSandbox = ({ config, directory }: Planning): PartPlan => ({
  name: 'broker-sandbox',
  entry: entryOf.service('packages/broker-sandbox'),
  needs: [],
  environment: (_book, port) => ({
    ...commonVariables(config, port),
    DATA_DIR: join(directory, 'broker-sandbox'),
    SANDBOX_TRANSFERS_PER_DAY: String(config.TRANSFERS_PER_DAY),
  }),
});

const eventStore = ({ config, directory, urls, needs }: Planning): PartPlan => ({
  name: 'event-store',
  entry: entryOf.embedded('event-store'),
  nodeOptions: eventStoreNodeOptions,
  needs: needs.database,
  before: (book) => ensureDatabase(urls.server(book), databaseNames.eventStore),
  environment: (book, port) => ({
    ...commonVariables(config, port),
    DATABASE_URL: databaseOn(urls.server(book), databaseNames.eventStore),
    SECURITY_DIR: securityDirectory(directory),
  }),
});
