import { idOfStream } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { type ReadModel, type RowTable, rows } from '@groundswell/platform/read-store';

/** A job that needs a person. */
interface ParkedJob {
  readonly id: string;
  readonly kind: string;
  /** The stream that the job is about. */
  readonly subject: string;
  readonly reason: string;
  readonly state: 'parked' | 'retried' | 'dropped' | 'finished';
  readonly parked_at: string;
  readonly changed_at: string;
}

const stateAfter = {
  JobRetried: 'retried',
  JobDropped: 'dropped',
  JobFinished: 'finished',
} as const;

const evolve = (job: ParkedJob | undefined, event: RecordedEvent): ParkedJob | undefined => {
  const { occurredAt } = event.metadata;
  switch (event.type) {
    case 'JobParked': {
      const { kind, subject, reason } = event.data;
      const id = idOfStream(event.stream);
      return { id, kind, subject, reason, state: 'parked', parked_at: occurredAt, changed_at: occurredAt };
    }
    case 'JobRetried':
    case 'JobDropped':
    case 'JobFinished':
      return job && { ...job, state: stateAfter[event.type], changed_at: occurredAt };
    default:
      return job;
  }
};

export const jobs: RowTable<ParkedJob> = {
  name: 'parked_job',
  key: 'id',
  columns: {
    id: 'text',
    kind: 'text',
    subject: 'text',
    reason: 'text',
    state: 'text',
    parked_at: 'timestamptz',
    changed_at: 'timestamptz',
  },
  indexes: [
    "CREATE INDEX IF NOT EXISTS parked_job_waiting ON parked_job ((state = 'parked') DESC, changed_at DESC, id)",
  ],
  keyOf: ({ stream }) => idOfStream(stream),
  evolve,
};

/** A job as PostgreSQL returns it. */
export type StoredJob = Omit<ParkedJob, 'parked_at' | 'changed_at'> & {
  readonly parked_at: Date;
  readonly changed_at: Date;
};

/** Jobs waiting for an operator, and the outcome of earlier ones. */
export const parkedJobs = {
  name: 'parkedJobs',
  version: 2,
  categories: ['job'],
  ...rows(jobs),
  queries: {
    /** Waiting jobs first, then the most recently changed; at most `limit`. */
    newest: (sql: Sql, limit: number): Promise<StoredJob[]> =>
      sql.query(
        `SELECT id, kind, subject, reason, state, parked_at, changed_at
           FROM parked_job ORDER BY (state = 'parked') DESC, changed_at DESC, id LIMIT $1`,
        [limit],
      ),
  },
} as const satisfies ReadModel;
