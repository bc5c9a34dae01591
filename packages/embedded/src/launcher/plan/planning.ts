import type { Config } from '../config.js';
import { ensureDatabase } from '../databases.js';
import type { Secrets } from '../secrets.js';
import { type AddressBook, addresses, databaseNames } from './addresses.js';

/** What the plans of the parts are made from. */
export const planningOf = (config: Config, secrets: Secrets, directory: string) => {
  const urls = addresses(config, directory);
  const needs = needsOf(config);
  return {
    config,
    secrets,
    directory,
    urls,
    /** Names of the embedded parts that a service needs, by what it uses. */
    needs: { ...needs, store: [...needs.database, ...needs.eventStore] },
    /** All services share the database: whichever starts first makes it. */
    makeServicesDatabase: once((book: AddressBook) =>
      config.DATABASE_URL === undefined
        ? ensureDatabase(urls.server(book), databaseNames.services)
        : Promise.resolve(),
    ),
  };
};

export type Planning = ReturnType<typeof planningOf>;

/** Parts that the environment replaces are not there to be needed. */
const needsOf = (config: Config) => ({
  database: config.DATABASE_URL === undefined ? ['postgresql'] : [],
  eventStore: config.EVENTSTORE_URL === undefined ? ['event-store'] : [],
  redis: config.REDIS_URL === undefined ? ['redis'] : [],
  broker: usesSandbox(config) ? ['broker-sandbox'] : [],
});

export const usesSandbox = (config: Config): boolean =>
  config.ALPACA_DATA_URL === undefined || config.ALPACA_BROKER_URL === undefined;

const once = <Argument, Result>(work: (argument: Argument) => Result): ((argument: Argument) => Result) => {
  let done: { result: Result } | undefined;
  return (argument) => {
    done ??= { result: work(argument) };
    return done.result;
  };
};
