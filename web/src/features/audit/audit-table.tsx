import { Link } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { momentText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import { ChangeLines, titleOf } from '../../shared/change-lines/change-lines.js';
import styles from './audit.module.css';

type Entry = ResponseFor<'getAudit'>['entries'][number];

/** The creation of a trend needs no reason, and the form has no field for one. */
const reasonText = ({ kind, reason }: Entry) =>
  reason || <span className={styles.unsaid}>{kind === 'created' ? 'Not required' : 'No reason given'}</span>;

const columns: Columns<Entry> = [
  {
    title: 'When',
    kind: 'heading',
    cell: ({ occurred_at }) => (
      <time className={styles.when} dateTime={occurred_at}>
        {momentText(occurred_at)} ET
      </time>
    ),
  },
  {
    title: 'Concept',
    cell: ({ concept }) => <Link to={`/manage_stock_allocations/${concept.id}`}>{concept.name}</Link>,
  },
  {
    title: 'Who',
    cell: ({ actor }) => (
      <>
        {actor.role}{' '}
        <Link to={`/admin/audit?person=${encodeURIComponent(actor.id)}`}>{actor.id.slice(0, 8)}</Link>
      </>
    ),
  },
  {
    title: 'What',
    kind: 'wide',
    cell: (entry) => (
      <>
        <strong className={styles.kind}>{titleOf(entry)}</strong>
        <ChangeLines lines={entry.lines} />
      </>
    ),
  },
  { title: 'Why', kind: 'wide', cell: reasonText },
];

export const AuditTable = ({ entries }: { entries: readonly Entry[] }) => {
  if (entries.length === 0) return <p className={styles.none}>No matching changes.</p>;
  return (
    <Table
      caption="Changes, newest first"
      stacked
      columns={columns}
      rows={entries}
      keyOf={({ position }) => position}
    />
  );
};
