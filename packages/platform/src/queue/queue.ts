import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { currentCorrelation } from '../logging/correlation.js';
import { failFastConnection, type RedisPlace, usualPrefix } from './connection.js';
import { assertJobId, type Envelope, type JobData } from './job.js';

/** Redis did not take the job: nothing was enqueued, or it is not known. Enqueuing it again is safe. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable';
}

export interface AddOptions {
  /** Milliseconds to wait before the first attempt. */
  readonly delay?: number;
  /** How often to try before the job counts as failed. */
  readonly attempts?: number;
  /**
   * False: it is forgotten as soon as it has ended, well or not, and may be enqueued again under its id. For work whose
   * truth lies in the log, which says by itself what is still to be done.
   */
  readonly kept?: boolean;
}

export interface Schedule {
  /** Cron with five or six fields. */
  readonly pattern: string;
  /** IANA name, such as `America/New_York`. */
  readonly timeZone: string;
}

export interface JobQueue<Data extends JobData> {
  /**
   * Enqueues a job unless one with its id is there already (waiting, running, or kept after its end).
   * @throws QueueUnavailable within about two seconds while Redis is away
   */
  add(job: { readonly id: string; readonly data: Data } & AddOptions): Promise<void>;
  /** Sets or replaces a repeated job; the same id is one schedule, however often it is set. */
  schedule(id: string, schedule: Schedule, data: Data): Promise<void>;
  /** Jobs by state, for health and operators. */
  counts(): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

const day = 24 * 60 * 60;

const jobDefaults = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  // A finished job is kept for a while, since its id keeps it from being enqueued twice.
  removeOnComplete: { age: 7 * day, count: 10_000 },
  removeOnFail: { age: 30 * day },
} as const;

const longestWait = 2_000;

/** Resolves as soon as the connection stands. @throws QueueUnavailable after `longestWait` milliseconds */
export const connected = (connection: Redis): Promise<void> =>
  connection.status === 'ready'
    ? Promise.resolve()
    : new Promise((resolve, reject) => {
        const ready = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          connection.off('ready', ready);
          reject(new QueueUnavailable('Redis is out of reach'));
        }, longestWait);
        connection.once('ready', ready);
      });

/** Opens the producing end of a queue. Never call `add` inside a request: events come first, jobs follow from them. */
export const createQueue = <Data extends JobData>(name: string, place: RedisPlace): JobQueue<Data> => {
  const connection = failFastConnection(place);
  let opened: Queue<Envelope<JobData>> | undefined;

  // BullMQ asks Redis for its version when a queue is made, so that waits for the connection.
  const open = (): Queue<Envelope<JobData>> => {
    const queue = new Queue<Envelope<JobData>>(name, {
      connection,
      prefix: place.prefix ?? usualPrefix,
      defaultJobOptions: jobDefaults,
      skipWaitingForReady: true,
    });
    queue.on('error', () => {
      // The connection has said so already; without a listener it would end the process.
    });
    return queue;
  };

  const whenConnected = async <Result>(
    work: (queue: Queue<Envelope<JobData>>) => Promise<Result>,
  ): Promise<Result> => {
    await connected(connection);
    opened ??= open();
    try {
      return await work(opened);
    } catch (cause) {
      throw new QueueUnavailable('Redis did not take it', { cause });
    }
  };

  const envelope = (data: Data): Envelope<JobData> => ({ data, correlation: currentCorrelation() });

  return {
    async add({ id, data, delay, attempts, kept = true }) {
      assertJobId(id);
      const options = {
        jobId: id,
        ...(delay ? { delay } : {}),
        ...(attempts ? { attempts } : {}),
        ...(kept ? {} : { removeOnComplete: true, removeOnFail: true }),
      };
      await whenConnected((queue) => queue.add(name, envelope(data), options));
    },
    async schedule(id, { pattern, timeZone }, data) {
      assertJobId(id);
      await whenConnected((queue) =>
        queue.upsertJobScheduler(id, { pattern, tz: timeZone }, { data: envelope(data) }),
      );
    },
    counts: () => whenConnected((queue) => queue.getJobCounts()),
    async close() {
      await opened?.close();
      connection.disconnect();
    },
  };
};
