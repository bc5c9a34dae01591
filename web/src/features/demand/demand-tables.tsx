import { Link } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { dayText } from '../../components/figures/format.js';
import { Table } from '../../components/table/table.js';
import type { Day } from './by-day.js';
import styles from './demand.module.css';

export type Trend = ResponseFor<'getWaitlistDemand'>['concepts'][number];

/** Those who joined without a trend, and trends that are gone, have no name of their own. */
export const nameOf = ({ concept_id, name }: Trend): string =>
  concept_id === null ? 'No trend named' : (name ?? 'A trend that is gone');

export const TrendTable = ({ trends }: { trends: readonly Trend[] }) => (
  <Table caption="Who waits, by trend" lined>
    <thead>
      <tr>
        <th scope="col">Trend</th>
        <th scope="col" data-figure>
          Waiting
        </th>
        <th scope="col" data-figure>
          Confirmed
        </th>
      </tr>
    </thead>
    <tbody>
      {trends.map((trend) => (
        <tr key={trend.concept_id}>
          <th scope="row">
            {trend.concept_id && trend.name ? (
              <Link to={`/get_concept/${trend.concept_id}`}>{nameOf(trend)}</Link>
            ) : (
              nameOf(trend)
            )}
          </th>
          <td data-figure>{trend.waiting}</td>
          <td data-figure>{trend.confirmed}</td>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** The figures behind the bars, newest first. */
export const DayTable = ({ days }: { days: readonly Day[] }) => (
  <details className={styles.details}>
    <summary>Show as table</summary>
    <Table caption="By day, newest first" lined>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" data-figure>
            Joined
          </th>
          <th scope="col" data-figure>
            Confirmed
          </th>
          <th scope="col" data-figure>
            Left
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, joined, confirmed, left }) => (
          <tr key={date}>
            <th scope="row">
              <time dateTime={date}>{dayText(date)}</time>
            </th>
            <td data-figure>{joined}</td>
            <td data-figure>{confirmed}</td>
            <td data-figure>{left}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </details>
);
