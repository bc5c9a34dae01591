import { Redis } from 'ioredis';
import type { Log } from '../logging/log.js';

/** Where Redis is, and a prefix that keeps several houses on one Redis apart. */
export interface RedisPlace {
  readonly redisUrl: string;
  readonly prefix?: string | undefined;
  readonly log: Log;
}

export const usualPrefix = 'groundswell';

/**
 * Redis away is an expected state: it is said once when it goes and once when it is back, and never ends the
 * process.
 */
const sayWhenItComesAndGoes = (connection: Redis, log: Log): void => {
  let away = false;
  connection.on('error', (fault: Error) => {
    if (!away) log.warn({ err: fault }, 'Redis is out of reach');
    away = true;
  });
  connection.on('ready', () => {
    if (away) log.info('Redis is back');
    away = false;
  });
};

const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

/**
 * Milliseconds without a word of Redis, while an answer is due, after which the connection is given up: of a worker longer
 * than its reads block, which is ten seconds at most. And milliseconds that a command of a producer may take in all.
 */
const silence = { ofProducer: 5_000, ofWorker: 15_000 };
const longestCommand = 10_000;

/** For producers: a command fails at once while Redis is away, instead of waiting in memory. */
export const failFastConnection = ({ redisUrl, log }: RedisPlace): Redis => {
  const connection = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: longestCommand,
    socketTimeout: silence.ofProducer,
    retryStrategy,
  });
  sayWhenItComesAndGoes(connection, log);
  return connection;
};

/** For workers: their blocking reads are repeated for ever, as BullMQ demands. */
export const patientConnection = ({ redisUrl, log }: RedisPlace): Redis => {
  const connection = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    socketTimeout: silence.ofWorker,
    retryStrategy,
  });
  sayWhenItComesAndGoes(connection, log);
  return connection;
};
