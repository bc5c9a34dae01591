import { idOfStream } from '@groundswell/contracts';
import { statusOfAccountWord } from '@groundswell/domain/money';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { allOf, type ReadModel, type RowTable, rows } from '@groundswell/platform/read-store';
import { entityIdOf, type MoneyEntity, pendingAfter } from './pending.js';

/** A person who has or requested a trading account. */
interface MoneyPerson {
  readonly user_id: string;
  readonly broker_account_id: string | null;
  /** The broker has not made its final decision about the account. */
  readonly waiting: boolean;
  /** Ledger and broker differed when last compared. */
  readonly differing: boolean;
}

const isWaiting = (brokerStatus: string): boolean =>
  !['active', 'declined', 'closed'].includes(statusOfAccountWord(brokerStatus));

const evolvePerson = (row: MoneyPerson | undefined, event: RecordedEvent): MoneyPerson | undefined => {
  switch (event.type) {
    case 'TradingAccountRequested':
      return (
        row ?? {
          user_id: idOfStream(event.stream),
          broker_account_id: null,
          waiting: false,
          differing: false,
        }
      );
    case 'ApplicationAccepted.v2':
      return (
        row && {
          ...row,
          broker_account_id: event.data.brokerAccountId,
          waiting: isWaiting(event.data.status),
        }
      );
    case 'AccountStatusReported':
      return row && { ...row, waiting: isWaiting(event.data.status) };
    case 'CashDifferenceFound':
      return row && { ...row, differing: true };
    case 'CashDifferenceResolved':
      return row && { ...row, differing: false };
    default:
      return row;
  }
};

const persons: RowTable<MoneyPerson> = {
  name: 'money_person',
  key: 'user_id',
  columns: { user_id: 'text', broker_account_id: 'text?', waiting: 'boolean', differing: 'boolean' },
  // Not unique: an error here would stop everyone’s money, whatever is wrong in the log.
  indexes: ['CREATE INDEX IF NOT EXISTS money_person_account ON money_person (broker_account_id)'],
  keyOf: ({ stream }) => (stream.startsWith('tradingAccount-') ? idOfStream(stream) : undefined),
  evolve: evolvePerson,
};

const entities: RowTable<MoneyEntity> = {
  name: 'money_entity',
  key: 'id',
  columns: {
    id: 'text',
    user_id: 'text',
    pending: 'text?',
    canceling: 'boolean',
    held_until: 'timestamptz?',
  },
  indexes: [
    'CREATE INDEX IF NOT EXISTS money_entity_pending ON money_entity (pending) WHERE pending IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS money_entity_person ON money_entity (user_id, position)',
  ],
  keyOf: entityIdOf,
  evolve: pendingAfter,
};

/** A money job that was parked at least once. */
interface MoneyJob {
  readonly id: string;
  readonly user_id: string;
  readonly state: 'parked' | 'retried' | 'dropped' | 'finished';
}

const stateAfter = { JobRetried: 'retried', JobDropped: 'dropped', JobFinished: 'finished' } as const;

const jobs: RowTable<MoneyJob> = {
  name: 'money_job',
  key: 'id',
  columns: { id: 'text', user_id: 'text', state: 'text' },
  indexes: ["CREATE INDEX IF NOT EXISTS money_job_open ON money_job (user_id) WHERE state <> 'finished'"],
  keyOf: ({ stream }) => (stream.startsWith('job-') ? idOfStream(stream) : undefined),
  evolve(row, event) {
    switch (event.type) {
      case 'JobParked':
        return event.data.subject.startsWith('tradingAccount-')
          ? { id: idOfStream(event.stream), user_id: idOfStream(event.data.subject), state: 'parked' }
          : row;
      case 'JobRetried':
      case 'JobDropped':
      case 'JobFinished':
        return row && { ...row, state: stateAfter[event.type] };
      default:
        return row;
    }
  },
};

/** Its row tables, each with its own fold. */
export const moneyTables = { persons, entities, jobs } as const;

/** A step that is due, and its person. */
export interface PendingStep {
  readonly userId: string;
  readonly stepId: string;
}

/**
 * The work list: what is still to be done, for whom, and which ids people have at the broker. Folded from the
 * log.
 */
export const moneyState = {
  name: 'moneyBook',
  version: 5,
  categories: ['tradingAccount', 'job'],
  isInternal: true,
  ...allOf(rows(moneyTables.persons), rows(moneyTables.entities), rows(moneyTables.jobs)),
  queries: {
    /** Steps that are not parked, plus those that an operator retried even if only their job is left. */
    steps: (sql: Sql): Promise<PendingStep[]> =>
      sql.query<PendingStep>(
        `SELECT entity.user_id AS "userId", entity.pending || '.' || entity.id AS "stepId"
         FROM money_entity entity LEFT JOIN money_job job ON job.id = entity.pending || '.' || entity.id
         WHERE entity.pending IS NOT NULL AND entity.pending NOT IN ('watch', 'hold')
           AND job.state IS DISTINCT FROM 'parked'
           AND (job.state IS DISTINCT FROM 'dropped' OR entity.pending <> 'cancel-transfer')
         UNION ALL
         SELECT job.user_id, job.id FROM money_job job
         LEFT JOIN money_entity entity ON job.id = entity.pending || '.' || entity.id
         WHERE job.state = 'retried' AND entity.id IS NULL`,
      ),
    personOfAccount: async (sql: Sql, brokerAccountId: string): Promise<string | undefined> => {
      const [row] = await sql.query<{ user_id: string }>(
        'SELECT user_id FROM money_person WHERE broker_account_id = $1',
        [brokerAccountId],
      );
      return row?.user_id;
    },
    /** A job's person; undefined when it is not one of ours. */
    personOfJob: async (sql: Sql, jobId: string): Promise<string | undefined> => {
      const [row] = await sql.query<{ user_id: string }>('SELECT user_id FROM money_job WHERE id = $1', [
        jobId,
      ]);
      return row?.user_id;
    },
    /** Settled deposits whose hold is over. */
    releasable: async (sql: Sql, now: Date): Promise<{ userId: string; transferId: string }[]> =>
      sql.query(
        `SELECT user_id AS "userId", id AS "transferId" FROM money_entity
         WHERE pending = 'hold' AND held_until <= $1 ORDER BY held_until LIMIT 500`,
        [now],
      ),
    /** Jobs of a person that were parked and are not finished. */
    jobsOf: (sql: Sql, userId: string): Promise<Pick<MoneyJob, 'id' | 'state'>[]> =>
      sql.query(`SELECT id, state FROM money_job WHERE user_id = $1 AND state <> 'finished'`, [userId]),
    /** Which of these jobs were ever parked. */
    jobsAmong: async (sql: Sql, ids: readonly string[]): Promise<string[]> =>
      (await sql.query<{ id: string }>('SELECT id FROM money_job WHERE id = ANY ($1)', [ids])).map(
        ({ id }) => id,
      ),
    counts: async (sql: Sql): Promise<{ pending: number; parked: number; differing: number }> => {
      const [row] = await sql.query<{ pending: number; parked: number; differing: number }>(
        `SELECT (SELECT count(*)::int FROM money_entity WHERE pending IS NOT NULL) AS pending,
                (SELECT count(*)::int FROM money_job WHERE state = 'parked') AS parked,
                (SELECT count(*)::int FROM money_person WHERE differing) AS differing`,
      );
      return row ?? { pending: 0, parked: 0, differing: 0 };
    },
  },
} as const satisfies ReadModel;
