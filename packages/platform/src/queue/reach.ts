import type { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import type { Log } from '../logging/log.js';
import { isSocketLoss } from '../network/socket-loss.js';
import { timeLimits } from '../network/time-limits.js';
import { failFastConnection, type RedisPlace } from './connection.js';

/** Redis did not confirm the job: it may or may not be enqueued. Enqueuing it again is safe. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable';
}

/**
 * The client's messages for a connection that was lost or not yet made; without its password it makes none.
 */
const lossMessages =
  /^(Connection is closed|Stream isn't writeable|Command aborted due to connection close|Command timed out|Socket timeout|connect ETIMEDOUT|Reached the max retries per request|NOAUTH|WRONGPASS)/;

/** Whether a failure is in reaching Redis, not in the command. */
const isConnectionLoss = (fault: unknown): boolean =>
  isSocketLoss(fault) || (fault instanceof Error && lossMessages.test(fault.message));

/** Resolves as soon as the connection is open. @throws QueueUnavailable within about two seconds */
const connected = (connection: Redis): Promise<void> =>
  connection.status === 'ready'
    ? Promise.resolve()
    : new Promise((resolve, reject) => {
        const ready = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          connection.off('ready', ready);
          reject(new QueueUnavailable('Redis cannot be reached'));
        }, timeLimits.redisConnect);
        connection.once('ready', ready);
      });

/**
 * Runs a task once the connection is open. Errors that Redis answers are thrown unchanged.
 * @throws QueueUnavailable within about two seconds while Redis is unreachable, and when it is lost, or goes
 * silent, on the way
 */
export const whenConnected = async <Result>(
  connection: Redis,
  work: () => Promise<Result>,
): Promise<Result> => {
  await connected(connection);
  try {
    return await work();
  } catch (cause) {
    if (!isConnectionLoss(cause)) throw cause;
    throw new QueueUnavailable('the connection to Redis was lost', { cause });
  }
};

/** Asks Redis for a sign of life. @throws QueueUnavailable within about two seconds while it gives none */
export const pingRedis = async (place: RedisPlace): Promise<void> => {
  const connection = failFastConnection(place);
  try {
    await whenConnected(connection, () => connection.ping());
  } finally {
    connection.disconnect();
  }
};

/**
 * Logs what BullMQ reports only as events, such as a job's lost lock. The connection logs Redis's absence
 * itself.
 */
export const sayFaults = (teller: EventEmitter, queue: string, log: Log): void => {
  teller.on('error', (fault) => {
    if (!isConnectionLoss(fault)) log.error({ err: fault, queue }, 'a queue failed');
  });
};
