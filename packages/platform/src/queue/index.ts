export type { RedisPlace } from './connection.js';
export {
  dismissFailedJob,
  type FailedJob,
  type JobPlace,
  readFailedJobs,
  retryFailedJob,
} from './failed-jobs.js';
export { type JobData, jobIdOf } from './job.js';
export { findJobs, type QueueStatus, readQueues, type TracedJob } from './overview.js';
export { type AddOptions, createQueue, type JobQueue, type Schedule } from './queue.js';
export { QueueUnavailable } from './reach.js';
export {
  type Job,
  PermanentFailure,
  Postponed,
  type RunningWorker,
  startWorker,
  type WorkerOptions,
} from './worker.js';
