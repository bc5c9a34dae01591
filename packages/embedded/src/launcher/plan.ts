import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventStoreNodeOptions } from '../event-store/node-options.js';
import { addressFor } from '../event-store/security/address.js';
import type { Role } from '../event-store/security/users.js';
import type { Config } from './config.js';
import { databaseOn, ensureDatabase } from './databases.js';
import type { Ready } from './part.js';
import type { Secrets } from './secrets.js';

/** Addresses of the parts that already listen, by name. */
export type AddressBook = ReadonlyMap<string, Ready>;

export interface PartPlan {
  readonly name: string;
  /** Path of the built entry. */
  readonly entry: string;
  /** Additional options for Node. */
  readonly nodeOptions?: readonly string[];
  /** Names of the parts that must listen before this one starts; it is stopped before them. */
  readonly needs: readonly string[];
  /** Runs once, when the needed parts listen. */
  readonly before?: (book: AddressBook) => Promise<void>;
  readonly environment: (book: AddressBook, port: number) => Readonly<Record<string, string>>;
}

/** Where the projections write checkpoints, and `audit verify` looks for them. */
export const checkpointDirectory = (directory: string): string => join(directory, 'checkpoints');

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const embedded = (part: string): string => join(root, 'packages/embedded/dist', part, 'main.js');
const service = (room: string): string => join(root, room, 'dist/main.js');

/** The services' database on the embedded PostgreSQL, and the event store's. */
const names = { services: 'groundswell', eventStore: 'event_store' } as const;

/** The parts to start, in order, with their environment. Parts that the environment replaces are left out. */
export const planInstance = (config: Config, secrets: Secrets, directory: string): PartPlan[] => {
  const urls = addresses(config, directory);
  const common = (port: number): Record<string, string> => ({
    NODE_ENV: config.NODE_ENV,
    LOG_LEVEL: config.LOG_LEVEL,
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  /** For parts that accept public requests. */
  const limits = { NETWORK_LIMIT_FACTOR: String(config.NETWORK_LIMIT_FACTOR) };
  const infrastructure = (
    name: 'postgresql' | 'redis',
    variablesOn: (port: string) => Record<string, string>,
  ): PartPlan => ({
    name,
    entry: embedded('infrastructure'),
    needs: [],
    environment: (_book, port) => ({
      ...common(0),
      DATA_DIR: directory,
      PARTS: name,
      ...variablesOn(String(port)),
    }),
  });
  const needed = {
    database: config.DATABASE_URL === undefined ? ['postgresql'] : [],
    eventStore: config.EVENTSTORE_URL === undefined ? ['event-store'] : [],
    redis: config.REDIS_URL === undefined ? ['redis'] : [],
    broker: usesSandbox(config) ? ['broker-sandbox'] : [],
  };
  const store = [...needed.database, ...needed.eventStore];
  const makeServicesDatabase = once((book: AddressBook) =>
    config.DATABASE_URL === undefined ? ensureDatabase(urls.server(book), names.services) : Promise.resolve(),
  );
  const parts: (PartPlan | false)[] = [
    config.DATABASE_URL === undefined &&
      infrastructure('postgresql', (port) => ({
        POSTGRESQL_PORT: port,
        POSTGRESQL_PASSWORD: secrets.databasePassword,
      })),
    config.REDIS_URL === undefined &&
      infrastructure('redis', (port) => ({
        REDIS_PORT: port,
        REDIS_PASSWORD: secrets.redisPassword,
      })),
    usesSandbox(config) && {
      name: 'broker-sandbox',
      entry: service('packages/broker-sandbox'),
      needs: [],
      environment: (_book, port) => ({
        ...common(port),
        DATA_DIR: join(directory, 'broker-sandbox'),
        SANDBOX_TRANSFERS_PER_DAY: String(config.TRANSFERS_PER_DAY),
      }),
    },
    config.EVENTSTORE_URL === undefined && {
      name: 'event-store',
      entry: embedded('event-store'),
      nodeOptions: eventStoreNodeOptions,
      needs: needed.database,
      before: (book) => ensureDatabase(urls.server(book), names.eventStore),
      environment: (book, port) => ({
        ...common(port),
        DATABASE_URL: databaseOn(urls.server(book), names.eventStore),
        SECURITY_DIR: securityDirectory(directory),
      }),
    },
    {
      name: 'command-service',
      entry: service('command-service'),
      needs: [...store, ...needed.broker],
      before: makeServicesDatabase,
      environment: (book, port) => ({
        ...common(port),
        ...limits,
        ...commandServiceVariables(config, secrets, directory, book),
        UPLOADS_DIR: join(directory, 'uploads'),
      }),
    },
    {
      name: 'projections',
      entry: service('projections'),
      needs: store,
      before: makeServicesDatabase,
      environment: (book, port) => ({
        ...common(port),
        EVENTSTORE_URL: urls.eventStore(book, 'reader'),
        DATABASE_URL: urls.database(book),
        CHECKPOINT_DIR: checkpointDirectory(directory),
        ...(config.CHECKPOINT_KEY === undefined
          ? { CHECKPOINT_KEY_FILE: join(directory, 'checkpoint-key') }
          : { CHECKPOINT_KEY: config.CHECKPOINT_KEY }),
      }),
    },
    {
      name: 'query-service',
      entry: service('query-service'),
      needs: [...store, ...needed.redis],
      before: makeServicesDatabase,
      environment: (book, port) => ({
        ...common(port),
        EVENTSTORE_URL: urls.eventStore(book, 'reader'),
        DATABASE_URL: urls.database(book),
        ...limits,
        REDIS_URL: urls.redis(book),
        TOKEN_PUBLIC_KEY: secrets.tokenPublicKey,
      }),
    },
    {
      name: 'workers',
      entry: service('workers'),
      needs: [...store, ...needed.redis, ...needed.broker],
      before: makeServicesDatabase,
      environment: (book, port) => ({
        ...common(port),
        EVENTSTORE_URL: urls.eventStore(book, 'writer'),
        DATABASE_URL: urls.database(book),
        ...queueAndPriceVariables(config, directory, book),
        ...brokerVariables(config, book),
        PUBLIC_URL: publicUrl(config),
        VAULT_MASTER_KEY: secrets.vaultMasterKey,
        ...mailboxVariables(config, directory),
      }),
    },
    {
      name: 'web',
      entry: join(root, 'web/dist/server/main.js'),
      needs: [],
      environment: (_book, port) => common(port),
    },
    {
      name: 'gateway',
      entry: embedded('gateway'),
      needs: ['command-service', 'query-service', 'web', 'projections', 'workers'],
      environment: (book, port) => ({
        ...common(port || config.PORT),
        ...limits,
        HOST: config.HOST,
        COMMAND_SERVICE_URL: httpUrl(book, 'command-service'),
        QUERY_SERVICE_URL: httpUrl(book, 'query-service'),
        WEB_URL: httpUrl(book, 'web'),
        PROJECTIONS_URL: httpUrl(book, 'projections'),
        WORKERS_URL: httpUrl(book, 'workers'),
        ...mailboxVariables(config, directory),
      }),
    },
  ];
  return parts.filter((part) => part !== false);
};

/** Variables of the command service, and of its operator commands. */
export const commandServiceVariables = (
  config: Config,
  secrets: Secrets,
  directory: string,
  book: AddressBook,
): Record<string, string> => ({
  EVENTSTORE_URL: addresses(config, directory).eventStore(book, 'writer'),
  DATABASE_URL: addresses(config, directory).database(book),
  TOKEN_PRIVATE_KEY: secrets.tokenPrivateKey,
  TOKEN_PUBLIC_KEY: secrets.tokenPublicKey,
  VAULT_MASTER_KEY: secrets.vaultMasterKey,
  ...brokerVariables(config, book),
  PUBLIC_URL: publicUrl(config),
  TRANSFERS_PER_DAY: String(config.TRANSFERS_PER_DAY),
  NEW_BANK_HOLD_DAYS: String(config.NEW_BANK_HOLD_DAYS),
  // The demo's concepts have a history; in production no one may choose when something happened.
  ...(config.NODE_ENV === 'production' ? {} : { DEMO_TIME_TRAVEL: 'true' }),
});

/** Parts that answer `/health/ready`. */
const saysWhetherReady = ['command-service', 'projections', 'query-service', 'workers', 'web'];

/** Those parts' URLs, by name. */
export const readinessUrls = (book: AddressBook): Readonly<Record<string, string>> =>
  Object.fromEntries(saysWhetherReady.map((name) => [name, httpUrl(book, name)]));

/** Variables of the workers, and of operator commands that read their queues or fetch prices. */
export const queueAndPriceVariables = (
  config: Config,
  directory: string,
  book: AddressBook,
): Record<string, string> => ({
  REDIS_URL: addresses(config, directory).redis(book),
  ALPACA_DATA_URL: config.ALPACA_DATA_URL ?? httpUrl(book, 'broker-sandbox'),
});

const brokerVariables = (config: Config, book: AddressBook): Record<string, string> => ({
  ALPACA_BROKER_URL: config.ALPACA_BROKER_URL ?? httpUrl(book, 'broker-sandbox'),
  ALPACA_KEY_ID: config.ALPACA_KEY_ID ?? 'sandbox',
  ALPACA_SECRET_KEY: config.ALPACA_SECRET_KEY ?? 'sandbox',
});

const publicUrl = (config: Config): string => config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;

/** Until mails can be sent, they are stored in a directory that the gateway shows. */
const mailboxVariables = (config: Config, directory: string): Record<string, string> =>
  config.SMTP_URL === undefined ? { MAILBOX_DIR: join(directory, 'mailbox') } : {};

const usesSandbox = (config: Config): boolean =>
  config.ALPACA_DATA_URL === undefined || config.ALPACA_BROKER_URL === undefined;

/** The users and certificates of the event store. */
const securityDirectory = (directory: string): string => join(directory, 'event-store');

const addresses = (config: Config, directory: string) => {
  const server = (book: AddressBook): string =>
    config.DATABASE_URL ?? of(book, 'postgresql').databaseUrl ?? '';
  return {
    server,
    database: (book: AddressBook): string => config.DATABASE_URL ?? databaseOn(server(book), names.services),
    eventStore: (book: AddressBook, user: Role): string =>
      config.EVENTSTORE_URL ?? addressFor(user, of(book, 'event-store').port, securityDirectory(directory)),
    redis: (book: AddressBook): string => config.REDIS_URL ?? of(book, 'redis').redisUrl ?? '',
  };
};

/** Address of a ready part on this machine. */
export const httpUrl = (book: AddressBook, name: string): string => `http://127.0.0.1:${of(book, name).port}`;

const of = (book: AddressBook, name: string): Ready => {
  const ready = book.get(name);
  if (ready === undefined) throw new Error(`${name} is not there yet: the plan lacks a need`);
  return ready;
};

const once = <Argument, Result>(work: (argument: Argument) => Result): ((argument: Argument) => Result) => {
  let done: { result: Result } | undefined;
  return (argument) => {
    done ??= { result: work(argument) };
    return done.result;
  };
};
