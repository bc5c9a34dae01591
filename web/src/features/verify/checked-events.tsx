import { instantText } from '../../components/figures/format.js';
import { ChangeLines, titleOf } from '../../shared/change-lines/change-lines.js';
import styles from './verify.module.css';
import type { CheckedEvent, Verdict } from './verify-concept.js';

const Event = ({ event: { position, record, told, leaf, matches } }: { event: CheckedEvent }) => (
  <li className={matches ? undefined : styles.wrong}>
    <p className={styles.where}>
      <span>Position {position}</span>
      <strong>{matches ? 'As recorded' : 'Does not match'}</strong>
    </p>
    <h3>{told ? titleOf(told) : (record?.type ?? 'Unreadable')}</h3>
    {record?.occurred_at && !Number.isNaN(Date.parse(record.occurred_at)) && (
      <p className={styles.hint}>{instantText(record.occurred_at)}</p>
    )}
    {record?.reason && <p>{record.reason}</p>}
    {told && <ChangeLines lines={told.lines} />}
    <code className={styles.hash}>{leaf}</code>
  </li>
);

/** Each change with its hash, in log order. */
export const CheckedEvents = ({ verdict }: { verdict: Verdict }) => (
  <details className={styles.details} open={verdict.faults.length > 0}>
    <summary>Every change, with its hash</summary>
    <ol className={styles.events}>
      {verdict.events.map((event) => (
        <Event key={event.leaf} event={event} />
      ))}
    </ol>
  </details>
);
