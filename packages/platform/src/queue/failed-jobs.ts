import type { RedisPlace } from './connection.js';
import type { Dismissal } from './job.js';
import { type AnyJob, failedJobsOf, isDismissed, reasonOf, withQueues } from './overview.js';

/** A job that failed permanently: it is not retried automatically. Its data are left out. */
export interface FailedJob {
  readonly queue: string;
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  /** Without addresses, on one line. */
  readonly reason: string;
  readonly failedAt: Date;
  readonly correlationId: string | undefined;
  /** Set once an operator has dismissed it. */
  readonly dismissed: Dismissal | undefined;
}

/** What names a job among those of all queues. */
export interface JobPlace {
  readonly queue: string;
  readonly id: string;
}

const failedOf = (queue: string, job: AnyJob): FailedJob => ({
  queue,
  id: job.id ?? '',
  name: job.name,
  attempts: job.attemptsMade,
  reason: reasonOf(job),
  failedAt: new Date(job.finishedOn ?? job.timestamp),
  correlationId: job.data.correlation?.correlationId,
  dismissed: job.data.dismissed,
});

/** Jobs of all queues that failed permanently, the newest first, include dismissed ones. @throws QueueUnavailable */
export const readFailedJobs = async (place: RedisPlace): Promise<FailedJob[]> => {
  const found = await withQueues(place, async (queue, name) =>
    (await failedJobsOf(queue)).map((job) => failedOf(name, job)),
  );
  return found.flat().sort((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
};

/** Runs a task with a failed job. @returns false when there is no such failed job */
const withFailed = async (
  place: RedisPlace,
  { queue: wanted, id }: JobPlace,
  work: (job: AnyJob) => Promise<boolean>,
): Promise<boolean> => {
  const done = await withQueues(place, async (queue, name) => {
    if (name !== wanted) return false;
    const job: AnyJob | undefined = await queue.getJob(id);
    return job !== undefined && (await job.isFailed()) ? work(job) : false;
  });
  return done.includes(true);
};

/** Retries a permanently failed job, as often as the first time. @returns false when none failed there */
export const retryFailedJob = (place: RedisPlace, job: JobPlace): Promise<boolean> =>
  withFailed(place, job, async (failed) => {
    const { dismissed: _, ...envelope } = failed.data;
    await failed.updateData(envelope);
    await failed.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  });

/**
 * Dismisses a permanently failed job. It is kept as long as any ended job, since its id keeps it from being
 * enqueued again. @returns false when no such job failed, or it was dismissed before
 */
export const dismissFailedJob = (place: RedisPlace, job: JobPlace, dismissed: Dismissal): Promise<boolean> =>
  withFailed(place, job, async (failed) => {
    if (isDismissed(failed)) return false;
    await failed.updateData({ ...failed.data, dismissed });
    return true;
  });
