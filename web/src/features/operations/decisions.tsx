import { momentText, moneyText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import type { InstanceStatus, Operations } from './gather.js';
import { countText, wordsOf } from './health.js';
import styles from './operations.module.css';

type ParkedJob = NonNullable<Operations['jobs']>[number];
type FailedJob = InstanceStatus['failed_jobs'][number];
type Difference = NonNullable<Operations['differences']>[number];

const stateText = {
  parked: 'waits',
  retried: 'tried again',
  dropped: 'dropped',
  finished: 'done',
} as const;

const parkedColumns: Columns<ParkedJob> = [
  {
    title: 'Job',
    kind: 'heading',
    cell: ({ kind, id }) => (
      <>
        {kind}
        <span className={styles.id}>{id}</span>
      </>
    ),
  },
  {
    title: 'State',
    cell: ({ state }) => (
      <span className={state === 'parked' ? styles.bad : undefined}>{stateText[state]}</span>
    ),
  },
  { title: 'Why', cell: ({ reason }) => reason },
  {
    title: 'Parked',
    cell: ({ parked_at }) => <time dateTime={parked_at}>{momentText(parked_at)} ET</time>,
  },
];

/** Jobs that need a person. Decisions are made on the command line, which asks for a reason. */
export const ParkedJobs = ({ jobs }: { jobs: readonly ParkedJob[] }) => {
  if (jobs.length === 0) return <p className={styles.note}>No jobs are waiting for a decision.</p>;
  return (
    <>
      <p className={styles.note}>
        Decide with <code>npm run ops -- parked retry</code> or <code>parked drop</code> and the job’s id.
      </p>
      <Table
        caption="Parked jobs, unresolved first"
        columns={parkedColumns}
        rows={jobs}
        keyOf={({ id }) => id}
      />
    </>
  );
};

const failedColumns: Columns<FailedJob> = [
  {
    title: 'Job',
    kind: 'heading',
    cell: ({ queue, id }) => (
      <>
        {wordsOf(queue)}
        <span className={styles.id}>{id}</span>
      </>
    ),
  },
  { title: 'Why', cell: ({ reason }) => reason },
  { title: 'Attempts', kind: 'figure', cell: ({ attempts }) => countText(attempts) },
  {
    title: 'Failed',
    cell: ({ failed_at }) => <time dateTime={failed_at}>{momentText(failed_at)} ET</time>,
  },
  { title: 'Correlation', className: styles.wide, cell: (job) => job.correlation_id ?? 'none' },
];

/** Jobs that are not retried automatically. They are decided on the command line. */
export const FailedJobs = ({ jobs }: { jobs: readonly FailedJob[] }) => {
  if (jobs.length === 0) return <p className={styles.note}>No permanently failed jobs.</p>;
  return (
    <>
      <p className={styles.note}>
        Decide with <code>npm run ops -- jobs retry</code> or <code>jobs dismiss</code>, the queue and the
        job’s id.
      </p>
      <Table
        caption="Permanently failed jobs, newest first"
        columns={failedColumns}
        rows={jobs}
        keyOf={({ queue, id }) => `${queue} ${id}`}
      />
    </>
  );
};

const differenceColumns: Columns<Difference> = [
  { title: 'Person', kind: 'heading', cell: (row) => <span className={styles.id}>{row.user_id}</span> },
  { title: 'Broker', kind: 'figure', cell: ({ broker_cash }) => moneyText(broker_cash) },
  { title: 'Ledger', kind: 'figure', cell: ({ ledger_cash }) => moneyText(ledger_cash) },
  { title: 'Found', cell: ({ found_at }) => `${momentText(found_at)} ET` },
  {
    title: 'Resolved',
    cell: ({ resolved_at }) =>
      resolved_at ? `${momentText(resolved_at)} ET` : <span className={styles.bad}>not yet</span>,
  },
];

/** Accounts whose cash differs between ledger and broker. */
export const CashDifferences = ({ differences }: { differences: readonly Difference[] }) => {
  if (differences.length === 0)
    return <p className={styles.note}>Ledger and broker agree on every account.</p>;
  return (
    <>
      <p className={styles.note}>
        Ask the broker what it is, then close it with <code>npm run ops -- cash adjust</code>. Two operators
        must agree.
      </p>
      <Table
        caption="Cash differences, newest first"
        columns={differenceColumns}
        rows={differences}
        keyOf={({ user_id, found_at }) => `${user_id} ${found_at}`}
      />
    </>
  );
};
