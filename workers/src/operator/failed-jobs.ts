import { createLog } from '@groundswell/platform';
import {
  counted,
  exitCodes,
  type Handler,
  type Invocation,
  NotDone,
  reasonOf,
  table,
  WrongUsage,
} from '@groundswell/platform/operator';
import {
  dismissFailedJob,
  type FailedJob,
  type JobPlace,
  readFailedJobs,
  retryFailedJob,
} from '@groundswell/platform/queue';
import { configFor, readActor } from './config.js';

const redis = () => ({
  redisUrl: configFor('queues').REDIS_URL,
  log: createLog({ service: 'operator', level: 'silent' }),
});

const jobOf = ({ arguments: { queue = '', job: id = '' } }: Invocation): JobPlace => ({ queue, id });

const noneThere = ({ queue, id }: JobPlace): NotDone =>
  new NotDone(
    `No job "${id}" of the queue "${queue}" has failed permanently. \`jobs failed\` lists those that have.`,
  );

const whyOf = ({ reason, dismissed }: FailedJob): string =>
  dismissed ? `${reason} (dismissed ${dismissed.at} by ${dismissed.by}: ${dismissed.reason})` : reason;

export const listFailed: Handler = async ({ options, terminal }) => {
  const jobs = await readFailedJobs(redis());
  const open = jobs.filter(({ dismissed }) => dismissed === undefined);
  const shown = options.all ? jobs : open;
  const rows = shown.map((job) => [
    job.queue,
    job.id,
    job.name,
    String(job.attempts),
    job.failedAt.toISOString(),
    job.correlationId ?? '-',
    whyOf(job),
  ]);
  const heading = ['queue', 'job', 'name', 'attempts', 'failed', 'correlation', 'why'];
  const text = shown.length > 0 ? `${table(heading, rows)}\n` : '';
  terminal.result(shown, `${text}${counted(open.length, 'job')} failed permanently.`);
  return open.length > 0 ? exitCodes.attention : exitCodes.done;
};

export const retryFailed: Handler = async (invocation) => {
  const job = jobOf(invocation);
  if (!(await retryFailedJob(redis(), job))) throw noneThere(job);
  invocation.terminal.result({ ...job, state: 'retried' }, `${job.id} runs again.`);
  return exitCodes.done;
};

export const dismissFailed: Handler = async (invocation) => {
  const job = jobOf(invocation);
  const reason = reasonOf(invocation);
  if (reason === undefined) throw new WrongUsage('jobs dismiss needs --reason="…"');
  const dismissal = { at: new Date().toISOString(), by: readActor(invocation).id, reason };
  if (!(await dismissFailedJob(redis(), job, dismissal))) throw noneThere(job);
  invocation.terminal.result({ ...job, state: 'dismissed' }, `${job.id} is dismissed.`);
  return exitCodes.done;
};
