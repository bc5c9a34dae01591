import { momentText, moneyText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import type { Operations, Standing } from './gather.js';
import { countText, wordsOf } from './health.js';
import styles from './operations.module.css';

const stateText = {
  parked: 'waits',
  retried: 'tried again',
  dropped: 'dropped',
  finished: 'done after all',
} as const;

/** What a worker could not finish by itself. Deciding it is for the command line, where a reason is asked for. */
export const ParkedJobs = ({ jobs }: { jobs: NonNullable<Operations['jobs']> }) => {
  if (jobs.length === 0) return <p className={styles.note}>No job waits for a decision.</p>;
  return (
    <>
      <p className={styles.note}>
        Decide with <code>npm run ops -- parked retry</code> or <code>parked drop</code> and the job’s id.
      </p>
      <Table caption="Parked jobs, those that wait first" lined>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">State</th>
            <th scope="col">Why</th>
            <th scope="col">Parked</th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                {job.kind}
                <span className={styles.id}>{job.id}</span>
              </th>
              <td>
                <span className={job.state === 'parked' ? styles.bad : undefined}>
                  {stateText[job.state]}
                </span>
              </td>
              <td>{job.reason}</td>
              <td>
                <time dateTime={job.parked_at}>{momentText(job.parked_at)} ET</time>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
};

/** Jobs that nobody tries again by itself. What becomes of them is decided on the command line. */
export const FailedJobs = ({ jobs }: { jobs: Standing['failed_jobs'] }) => {
  if (jobs.length === 0) return <p className={styles.note}>No permanently failed jobs.</p>;
  return (
    <>
      <p className={styles.note}>
        Decide with <code>npm run ops -- jobs retry</code> or <code>jobs dismiss</code>, the queue and the
        job’s id.
      </p>
      <Table caption="Jobs that failed for good, newest first" lined>
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Why</th>
            <th scope="col" data-figure>
              Attempts
            </th>
            <th scope="col">Failed</th>
            <th scope="col" className={styles.wide}>
              Correlation
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={`${job.queue} ${job.id}`}>
              <th scope="row">
                {wordsOf(job.queue)}
                <span className={styles.id}>{job.id}</span>
              </th>
              <td>{job.reason}</td>
              <td data-figure>{countText(job.attempts)}</td>
              <td>
                <time dateTime={job.failed_at}>{momentText(job.failed_at)} ET</time>
              </td>
              <td className={styles.wide}>{job.correlation_id ?? 'none'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
};

/** Accounts at which the ledger and the broker did not come to the same cash. */
export const CashDifferences = ({ differences }: { differences: NonNullable<Operations['differences']> }) => {
  if (differences.length === 0)
    return <p className={styles.note}>Ledger and broker agree on every account.</p>;
  return (
    <>
      <p className={styles.note}>
        Ask the broker what it is, then close it with <code>npm run ops -- cash adjust</code>: two operators
        decide.
      </p>
      <Table caption="Cash differences, newest first" lined>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col" data-figure>
              Broker
            </th>
            <th scope="col" data-figure>
              Ledger
            </th>
            <th scope="col">Found</th>
            <th scope="col">Resolved</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={`${difference.user_id} ${difference.found_at}`}>
              <th scope="row">
                <span className={styles.id}>{difference.user_id}</span>
              </th>
              <td data-figure>{moneyText(difference.broker_cash)}</td>
              <td data-figure>{moneyText(difference.ledger_cash)}</td>
              <td>{momentText(difference.found_at)} ET</td>
              <td>
                {difference.resolved_at ? (
                  `${momentText(difference.resolved_at)} ET`
                ) : (
                  <span className={styles.bad}>not yet</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
};
