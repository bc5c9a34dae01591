import type { JobEvent } from '@groundswell/contracts';

/** A job that was parked at least once. */
export interface ParkedJob {
  readonly state: 'parked' | 'retried' | 'dropped' | 'finished';
  readonly kind: string;
  /** The stream that the job is about. */
  readonly subject: string;
  readonly reason: string;
}

/** Kind of a job about a transfer that the broker has and no one requested here. */
export const explainTransfer = 'explain transfer';

export type JobCommand =
  | { type: 'ParkJob'; jobId: string; kind: string; subject: string; reason: string }
  | { type: 'RetryJob' }
  | { type: 'DropJob' }
  | { type: 'FinishJob' };

/** Undefined for a job that was never parked. */
export const initialState: ParkedJob | undefined = undefined;

export const evolve = (job: ParkedJob | undefined, event: JobEvent): ParkedJob | undefined => {
  switch (event.type) {
    case 'JobParked': {
      const { kind, subject, reason } = event.data;
      return { state: 'parked', kind, subject, reason };
    }
    case 'JobRetried':
      return job && { ...job, state: 'retried' };
    case 'JobDropped':
      return job && { ...job, state: 'dropped' };
    case 'JobFinished':
      return job && { ...job, state: 'finished' };
  }
};

/**
 * Returns the resulting events; none when nothing changes. Only a parked job can be retried or dropped, so
 * that an operator's decision never races a worker.
 */
export const decide = (command: JobCommand, job: ParkedJob | undefined): readonly JobEvent[] => {
  switch (command.type) {
    case 'ParkJob': {
      if (job?.state === 'parked') return [];
      const { type: _type, ...data } = command;
      return [{ type: 'JobParked', data }];
    }
    case 'RetryJob':
      return job?.state === 'parked' ? [{ type: 'JobRetried', data: {} }] : [];
    case 'DropJob':
      return job?.state === 'parked' ? [{ type: 'JobDropped', data: {} }] : [];
    case 'FinishJob':
      return job?.state === 'parked' || job?.state === 'retried' ? [{ type: 'JobFinished', data: {} }] : [];
  }
};
