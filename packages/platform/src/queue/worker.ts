import { type Job as BullJob, DelayedError, UnrecoverableError, Worker } from 'bullmq';
import { withCorrelation } from '../logging/correlation.js';
import { patientConnection, type RedisPlace, usualPrefix } from './connection.js';
import type { Envelope, JobData } from './job.js';
import { sayFaults } from './reach.js';

/** Thrown by a handler: another attempt would fail in the same way. */
export class PermanentFailure extends UnrecoverableError {
  override readonly name = 'PermanentFailure';
}

/** Thrown by a handler: it is not the time yet. The job comes again after a while; that counts as no attempt. */
export class Postponed extends Error {
  override readonly name = 'Postponed';

  constructor(readonly milliseconds: number) {
    super(`postponed by ${milliseconds} ms`);
  }
}

export interface Job<Data extends JobData> {
  readonly id: string;
  readonly data: Data;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** How often it may be tried in all. */
  readonly attempts: number;
}

export interface WorkerOptions<Data extends JobData> extends RedisPlace {
  /** Jobs at a time in this process; 1 keeps them in order. */
  readonly concurrency?: number;
  /** Redelivery after a crash: a handler may run twice for one job and must bear it. Milliseconds. */
  readonly lockDuration?: number;
  readonly handle: (job: Job<Data>) => Promise<void>;
}

export interface RunningWorker {
  /** Takes no more jobs and waits for the running ones. */
  close(): Promise<void>;
}

/** Returns a postponed job to Redis, in the way BullMQ expects. */
const postponing = async (
  job: BullJob,
  token: string | undefined,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (fault) {
    if (!(fault instanceof Postponed)) throw fault;
    await job.moveToDelayed(Date.now() + fault.milliseconds, token);
    throw new DelayedError();
  }
};

/**
 * Processes the jobs of a queue. An error is retried with back-off, `Postponed` at its own time,
 * `PermanentFailure` never.
 */
export const startWorker = <Data extends JobData>(
  name: string,
  options: WorkerOptions<Data>,
): RunningWorker => {
  const { log, handle } = options;
  const connection = patientConnection(options);
  const worker = new Worker<Envelope<Data>, void, string>(
    name,
    async (job, token) => {
      const id = job.id ?? '';
      const { data, correlation } = job.data;
      const work = () =>
        handle({ id, data, attempt: job.attemptsMade + 1, attempts: job.opts.attempts ?? 1 });
      await postponing(job, token, () =>
        withCorrelation({ correlationId: correlation?.correlationId ?? id, causationId: id }, work),
      );
    },
    {
      connection,
      prefix: options.prefix ?? usualPrefix,
      concurrency: options.concurrency ?? 1,
      ...(options.lockDuration
        ? { lockDuration: options.lockDuration, stalledInterval: options.lockDuration }
        : {}),
    },
  );
  sayFaults(worker, name, log);
  worker.on('failed', (job, fault) => {
    const final = !job || job.attemptsMade >= (job.opts.attempts ?? 1) || fault instanceof PermanentFailure;
    log[final ? 'error' : 'warn'](
      { err: fault, queue: name, jobId: job?.id, attempt: job?.attemptsMade, final },
      'a job failed',
    );
  });
  return {
    async close() {
      // BullMQ waits for a lost connection; without Redis, though, no job can be returned or completed.
      if (connection.status === 'ready') await worker.close();
      else void worker.close(true).catch(() => undefined);
      connection.disconnect();
    },
  };
};
