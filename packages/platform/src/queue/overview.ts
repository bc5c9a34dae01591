import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { failFastConnection, type RedisPlace, usualPrefix } from './connection.js';
import type { Envelope, JobData } from './job.js';
import { sayFaults, whenConnected } from './reach.js';

/** How many jobs of a queue are in each state: waiting, active, delayed, failed (and not dismissed), completed, … */
export interface QueueStatus {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** A job that belongs to a correlation. Its data are left out: anyone who traces asks what happened, not with what. */
export interface TracedJob {
  readonly queue: string;
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly causationId: string | undefined;
  readonly enqueuedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly failure: string | undefined;
}

export type AnyQueue = Queue<Envelope<JobData>>;
export type AnyJob = Awaited<ReturnType<AnyQueue['getJobs']>>[number];

/** Names of all queues that were ever used, found by their keys: no one has to know them beforehand. */
const namesOf = async (connection: Redis, prefix: string): Promise<string[]> => {
  const names = new Set<string>();
  let cursor = '0';
  do {
    const [next, keys] = await connection.scan(cursor, 'MATCH', `${prefix}:*:meta`, 'COUNT', 500);
    for (const key of keys) names.add(key.slice(prefix.length + 1, -':meta'.length));
    cursor = next;
  } while (cursor !== '0');
  return [...names].sort();
};

const eachQueue = async <T>(
  connection: Redis,
  { prefix = usualPrefix, log }: RedisPlace,
  work: (queue: AnyQueue, name: string) => Promise<T>,
): Promise<T[]> => {
  const results: T[] = [];
  for (const name of await namesOf(connection, prefix)) {
    const queue: AnyQueue = new Queue(name, { connection, prefix, skipWaitingForReady: true });
    sayFaults(queue, name, log);
    results.push(await work(queue, name));
    await queue.close();
  }
  return results;
};

/**
 * Runs a task for each queue. @throws QueueUnavailable within about two seconds while Redis is unreachable
 */
export const withQueues = async <T>(
  place: RedisPlace,
  work: (queue: AnyQueue, name: string) => Promise<T>,
): Promise<T[]> => {
  const connection = failFastConnection(place);
  try {
    return await whenConnected(connection, () => eachQueue(connection, place, work));
  } finally {
    connection.disconnect();
  }
};

/**
 * All queues and how many jobs they hold. @throws QueueUnavailable within about two seconds while Redis is
 * unreachable
 */
export const readQueues = (place: RedisPlace): Promise<QueueStatus[]> =>
  withQueues(place, async (queue, name) => {
    // Those that come after others wait as well.
    const { prioritized = 0, ...counts } = await queue.getJobCounts();
    const dismissed = counts.failed ? (await failedJobsOf(queue)).filter(isDismissed).length : 0;
    const waiting = (counts.waiting ?? 0) + prioritized;
    return { name, counts: { ...counts, waiting, failed: (counts.failed ?? 0) - dismissed } };
  });

/** Failed jobs of a queue that are looked at: more of them are a fire anyway. */
const mostFailed = 1_000;

/** The newest first; one that goes in the meantime is left out. */
export const failedJobsOf = async (queue: AnyQueue): Promise<AnyJob[]> => {
  const jobs: (AnyJob | undefined)[] = await queue.getJobs(['failed'], 0, mostFailed - 1);
  return jobs.filter((job) => job !== undefined);
};

/** Whether an operator decided that a failed job is not to be done any more: Redis keeps it, and no one counts it. */
export const isDismissed = ({ data }: AnyJob): boolean => data.dismissed !== undefined;

const addresses = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const longestReason = 300;

/** Why a job failed, on one line and safe to show: answers of other services often quote an address. */
export const reasonOf = ({ failedReason = '' }: Pick<AnyJob, 'failedReason'>): string =>
  failedReason.replaceAll(addresses, '[address]').replaceAll(/\s+/g, ' ').trim().slice(0, longestReason);

const states = ['waiting', 'active', 'delayed', 'prioritized', 'failed', 'completed'] as const;

export interface TracedCauses {
  readonly correlationIds: ReadonlySet<string>;
  /** A job that reacts to an event bears its id at the beginning of its own. */
  readonly eventIds: ReadonlySet<string>;
}

const isCausedBy = (job: AnyJob | undefined, { correlationIds, eventIds }: TracedCauses): job is AnyJob =>
  job !== undefined &&
  (correlationIds.has(job.data.correlation?.correlationId ?? '') ||
    eventIds.has((job.id ?? '').split('.')[0] ?? ''));

const tracedOf = (queue: string, state: string, job: AnyJob): TracedJob => ({
  queue,
  id: job.id ?? '',
  state,
  attempts: job.attemptsMade,
  causationId: job.data.correlation?.causationId,
  enqueuedAt: new Date(job.timestamp),
  finishedAt: job.finishedOn === undefined ? undefined : new Date(job.finishedOn),
  failure: job.failedReason === undefined ? undefined : reasonOf(job),
});

/** Jobs of these correlations, and those that react to these events, as far as Redis still keeps them. */
export const findJobs = async (place: RedisPlace, causes: TracedCauses): Promise<TracedJob[]> => {
  const found = await withQueues(place, async (queue, name) => {
    const traced: TracedJob[] = [];
    for (const state of states) {
      const jobs: (AnyJob | undefined)[] = await queue.getJobs([state], 0, 20_000);
      for (const job of jobs) if (isCausedBy(job, causes)) traced.push(tracedOf(name, state, job));
    }
    return traced;
  });
  return found.flat();
};
