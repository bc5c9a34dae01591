import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { addressFor } from '../../event-store/security/address.js';
import type { Role } from '../../event-store/security/users.js';
import type { Config } from '../config.js';
import { databaseOn } from '../databases.js';
import type { Ready } from '../part-process.js';

/** Addresses of the parts that already listen, by name. */
export type AddressBook = ReadonlyMap<string, Ready>;

/** The services' database on the embedded PostgreSQL, and the event store's. */
export const databaseNames = { services: 'groundswell', eventStore: 'event_store' } as const;

/** The users and certificates of the event store. */
export const securityDirectory = (directory: string): string => join(directory, 'event-store');

const of = (book: AddressBook, name: string): Ready => {
  const ready = book.get(name);
  if (ready === undefined) throw new Error(`${name} is not there yet: the plan lacks a need`);
  return ready;
};

/** URLs of what the environment replaces, or of the embedded part. */
export const addresses = (config: Config, directory: string) => {
  const server = (book: AddressBook): string =>
    config.DATABASE_URL ?? of(book, 'postgresql').databaseUrl ?? '';
  return {
    server,
    database: (book: AddressBook): string =>
      config.DATABASE_URL ?? databaseOn(server(book), databaseNames.services),
    eventStore: (book: AddressBook, user: Role): string =>
      config.EVENTSTORE_URL ?? addressFor(user, of(book, 'event-store').port, securityDirectory(directory)),
    redis: (book: AddressBook): string => config.REDIS_URL ?? of(book, 'redis').redisUrl ?? '',
  };
};

/** Address of a ready part on this machine. */
export const httpUrl = (book: AddressBook, name: string): string => `http://127.0.0.1:${of(book, name).port}`;

/** Where the gateway is reached from this machine: at one address alone, if HOST is one. */
export const gatewayUrl = ({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string => {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${PORT}`;
};

/** The address that people are told. */
export const publicUrl = (config: Pick<Config, 'HOST' | 'PORT' | 'PUBLIC_URL'>): string =>
  config.PUBLIC_URL ?? gatewayUrl(config).replace('//127.0.0.1:', '//localhost:');

/** Parts that answer `/health/ready`. */
const saysWhetherReady = ['command-service', 'projections', 'query-service', 'workers', 'web'];

/** Those parts' URLs, by name. */
export const readinessUrls = (book: AddressBook): Readonly<Record<string, string>> =>
  Object.fromEntries(saysWhetherReady.map((name) => [name, httpUrl(book, name)]));
