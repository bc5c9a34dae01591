import { Link } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { ChangeLines, titleOf } from '../../components/change-lines/change-lines.js';
import { momentText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import styles from './audit.module.css';

type Entry = ResponseFor<'getAudit'>['entries'][number];

const Who = ({ actor }: Pick<Entry, 'actor'>) => (
  <>
    {actor.role}{' '}
    <Link to={`/admin/audit?person=${encodeURIComponent(actor.id)}`}>{actor.id.slice(0, 8)}</Link>
  </>
);

const EntryRow = ({ entry }: { entry: Entry }) => (
  <tr>
    <th scope="row">
      <time className={styles.when} dateTime={entry.occurred_at}>
        {momentText(entry.occurred_at)} ET
      </time>
    </th>
    <td>
      <Link to={`/manage_stock_allocations/${entry.concept.id}`}>{entry.concept.name}</Link>
    </td>
    <td>
      <Who actor={entry.actor} />
    </td>
    <td data-wide>
      <strong className={styles.kind}>{titleOf(entry)}</strong>
      <ChangeLines lines={entry.lines} />
    </td>
    <td data-wide>{entry.reason ?? '—'}</td>
  </tr>
);

export const AuditTable = ({ entries }: { entries: readonly Entry[] }) => {
  if (entries.length === 0) return <p className={styles.none}>No change matches.</p>;
  return (
    <Table caption="Changes, newest first" lined stacked>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Concept</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.position} entry={entry} />
        ))}
      </tbody>
    </Table>
  );
};
