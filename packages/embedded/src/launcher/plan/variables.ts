import { join } from 'node:path';
import type { Config } from '../config.js';
import type { Secrets } from '../secrets.js';
import { type AddressBook, addresses, httpUrl, publicUrl } from './addresses.js';

type Variables = Record<string, string>;

/** Variables of every part. */
export const commonVariables = (config: Config, port: number): Variables => ({
  NODE_ENV: config.NODE_ENV,
  LOG_LEVEL: config.LOG_LEVEL,
  HOST: '127.0.0.1',
  PORT: String(port),
});

/** For parts that accept public requests. */
export const limitVariables = (config: Config): Variables => ({
  NETWORK_LIMIT_FACTOR: String(config.NETWORK_LIMIT_FACTOR),
});

/** Variables of the command service, and of its operator commands. */
export const commandServiceVariables = (
  config: Config,
  secrets: Secrets,
  directory: string,
  book: AddressBook,
): Variables => ({
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

/** Variables of the workers, and of operator commands that read their queues or fetch prices. */
export const queueAndPriceVariables = (config: Config, directory: string, book: AddressBook): Variables => ({
  REDIS_URL: addresses(config, directory).redis(book),
  ALPACA_DATA_URL: config.ALPACA_DATA_URL ?? httpUrl(book, 'broker-sandbox'),
});

export const brokerVariables = (config: Config, book: AddressBook): Variables => ({
  ALPACA_BROKER_URL: config.ALPACA_BROKER_URL ?? httpUrl(book, 'broker-sandbox'),
  ALPACA_KEY_ID: config.ALPACA_KEY_ID ?? 'sandbox',
  ALPACA_SECRET_KEY: config.ALPACA_SECRET_KEY ?? 'sandbox',
});

/** Until mails can be sent, they are stored in a directory that the gateway shows. */
export const mailboxVariables = (config: Config, directory: string): Variables =>
  config.SMTP_URL === undefined ? { MAILBOX_DIR: join(directory, 'mailbox') } : {};
