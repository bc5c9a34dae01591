import { Link } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { dayText } from '../../components/figures/format.js';
import { type Columns, Table } from '../../components/table/table.js';
import type { Day } from './by-day.js';
import styles from './demand.module.css';

export type Trend = ResponseFor<'getWaitlistDemand'>['concepts'][number];

/** People who joined without a trend, and removed trends, have no name of their own. */
export const nameOf = ({ concept_id, name }: Trend): string =>
  concept_id === null ? 'No trend chosen' : (name ?? 'Removed trend');

const trendColumns: Columns<Trend> = [
  {
    title: 'Trend',
    kind: 'heading',
    cell: (trend) =>
      trend.concept_id && trend.name ? (
        <Link to={`/get_concept/${trend.concept_id}`}>{nameOf(trend)}</Link>
      ) : (
        nameOf(trend)
      ),
  },
  { title: 'Waiting', kind: 'figure', cell: ({ waiting }) => waiting },
  { title: 'Confirmed', kind: 'figure', cell: ({ confirmed }) => confirmed },
];

export const TrendTable = ({ trends }: { trends: readonly Trend[] }) =>
  trends.length === 0 ? (
    <p className={styles.empty}>No one is waiting now.</p>
  ) : (
    <Table
      caption="Waitlist by trend"
      columns={trendColumns}
      rows={trends}
      keyOf={({ concept_id }) => `${concept_id}`}
    />
  );

const dayColumns: Columns<Day> = [
  { title: 'Day', kind: 'heading', cell: ({ date }) => <time dateTime={date}>{dayText(date)}</time> },
  { title: 'Joined', kind: 'figure', cell: ({ joined }) => joined },
  { title: 'Confirmed', kind: 'figure', cell: ({ confirmed }) => confirmed },
  { title: 'Left', kind: 'figure', cell: ({ left }) => left },
];

/** The figures behind the bars, newest first. */
export const DayTable = ({ days }: { days: readonly Day[] }) => (
  <details className={styles.details}>
    <summary>Show as table</summary>
    <Table
      caption="By day, newest first"
      columns={dayColumns}
      rows={days.toReversed()}
      keyOf={({ date }) => date}
    />
  </details>
);
