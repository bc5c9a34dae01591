import { Redis } from 'ioredis';
import type { Log } from '../logging/log.js';
import { timeLimits } from '../network/time-limits.js';

/** Where Redis is, and a prefix that keeps several instances on one Redis apart. */
export interface RedisPlace {
  readonly redisUrl: string;
  readonly prefix?: string | undefined;
  readonly log: Log;
}

export const usualPrefix = 'groundswell';

/**
 * An unreachable Redis is an expected state: logged once when it goes and once when it returns, and it never
 * ends the process.
 */
const sayWhenItComesAndGoes = (connection: Redis, log: Log): void => {
  let away = false;
  connection.on('error', (fault: Error) => {
    if (!away) log.warn({ err: fault }, 'Redis cannot be reached');
    away = true;
  });
  connection.on('ready', () => {
    if (away) log.info('Redis is back');
    away = false;
  });
};

const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

/** For producers: a command fails immediately while Redis is unreachable, instead of waiting in memory. */
export const failFastConnection = ({ redisUrl, log }: RedisPlace): Redis => {
  const connection = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: timeLimits.redisCommand,
    socketTimeout: timeLimits.producerSilence,
    retryStrategy,
  });
  sayWhenItComesAndGoes(connection, log);
  return connection;
};

/** For workers: their blocking reads are repeated forever, as BullMQ requires. */
export const patientConnection = ({ redisUrl, log }: RedisPlace): Redis => {
  const connection = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    socketTimeout: timeLimits.workerSilence,
    retryStrategy,
  });
  sayWhenItComesAndGoes(connection, log);
  return connection;
};
