import { type Columns, Table } from '../../components/table/table.js';
import type { InstanceStatus } from './gather.js';
import { behindText, countText, secondsText, wordsOf } from './health.js';
import styles from './operations.module.css';

type ReadModel = InstanceStatus['read_models'][number];
type Queue = NonNullable<InstanceStatus['queues']>[number];

const readModelColumns: Columns<ReadModel> = [
  { title: 'Read model', kind: 'heading', cell: ({ name }) => wordsOf(name) },
  {
    title: 'State',
    cell: ({ problem, state }) => <span className={problem ? styles.bad : styles.good}>{state}</span>,
  },
  { title: 'Events behind', kind: 'figure', cell: (model) => behindText(model.behind_events) },
  {
    title: 'Lag',
    kind: 'figure',
    cell: (model) => (model.behind_seconds === null ? 'unknown' : secondsText(model.behind_seconds)),
  },
  {
    title: 'Events a second',
    kind: 'figure',
    className: styles.wide,
    cell: (model) => countText(model.per_second),
  },
  { title: 'Rows (approx.)', kind: 'figure', cell: ({ rows }) => countText(rows) },
  { title: 'Process', className: styles.wide, cell: ({ owner }) => owner ?? 'None' },
];

export const ReadModels = ({ models }: { models: readonly ReadModel[] }) => (
  <Table caption="Read models" columns={readModelColumns} rows={models} keyOf={({ name }) => name} />
);

const queueColumns: Columns<Queue> = [
  { title: 'Queue', kind: 'heading', cell: ({ name }) => wordsOf(name) },
  { title: 'Waiting', kind: 'figure', cell: ({ waiting }) => countText(waiting) },
  { title: 'Running', kind: 'figure', cell: ({ active }) => countText(active) },
  { title: 'Delayed', kind: 'figure', cell: ({ delayed }) => countText(delayed) },
  {
    title: 'Failed',
    kind: 'figure',
    cell: ({ failed }) => <span className={failed > 0 ? styles.bad : undefined}>{countText(failed)}</span>,
  },
  { title: 'Done', kind: 'figure', cell: ({ completed }) => countText(completed) },
];

export const Queues = ({ queues }: { queues: readonly Queue[] }) => (
  <Table caption="Queues" columns={queueColumns} rows={queues} keyOf={({ name }) => name} />
);
