import { Queue } from 'bullmq';
import { currentCorrelation } from '../logging/correlation.js';
import { failFastConnection, type RedisPlace, usualPrefix } from './connection.js';
import { assertJobId, type Envelope, type JobData } from './job.js';
import { sayFaults, whenConnected } from './reach.js';

export interface AddOptions {
  /** Milliseconds to wait before the first attempt. */
  readonly delay?: number;
  /** How often to try before the job counts as failed. */
  readonly attempts?: number;
  /**
   * False: the job is removed as soon as it has ended, failed or not, and may be enqueued again under its id.
   * For work whose state is in the log, which shows what is still to be done.
   */
  readonly kept?: boolean;
  /** True: its turn comes when no other job waits. */
  readonly afterOthers?: boolean;
}

export interface Schedule {
  /** Cron with five or six fields. */
  readonly pattern: string;
  /** IANA name, such as `America/New_York`. */
  readonly timeZone: string;
}

export interface JobQueue<Data extends JobData> {
  /**
   * Enqueues a job unless one with its id exists (waiting, running, or kept after its end).
   * @throws QueueUnavailable within about two seconds while Redis is unreachable; Redis's own errors when it
   * refuses
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
    sayFaults(queue, name, place.log);
    return queue;
  };

  const withQueue = <Result>(work: (queue: Queue<Envelope<JobData>>) => Promise<Result>): Promise<Result> =>
    whenConnected(connection, () => {
      opened ??= open();
      return work(opened);
    });

  const envelope = (data: Data): Envelope<JobData> => ({ data, correlation: currentCorrelation() });

  return {
    async add({ id, data, delay, attempts, kept = true, afterOthers = false }) {
      assertJobId(id);
      const options = {
        jobId: id,
        ...(delay ? { delay } : {}),
        ...(attempts ? { attempts } : {}),
        // BullMQ takes jobs without a priority first.
        ...(afterOthers ? { priority: 1 } : {}),
        ...(kept ? {} : { removeOnComplete: true, removeOnFail: true }),
      };
      await withQueue((queue) => queue.add(name, envelope(data), options));
    },
    async schedule(id, { pattern, timeZone }, data) {
      assertJobId(id);
      await withQueue((queue) =>
        queue.upsertJobScheduler(id, { pattern, tz: timeZone }, { data: envelope(data) }),
      );
    },
    counts: () => withQueue((queue) => queue.getJobCounts()),
    async close() {
      await opened?.close();
      connection.disconnect();
    },
  };
};
