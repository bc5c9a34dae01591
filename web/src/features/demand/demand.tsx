import { useId } from 'react';
import { useLoaderData, useSearchParams } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import control from '../../components/control.module.css';
import { Page, Section } from '../../components/page/page.js';
import { Arriving } from '../../shared/arriving.js';
import { StaffArea } from '../../shared/staff-area/staff-area.js';
import { daysOf, lastDays, type Wanted } from './by-day.js';
import { DayBars } from './day-bars.js';
import styles from './demand.module.css';
import { DayTable, nameOf, TrendTable } from './demand-tables.js';
import type { DemandData } from './load-demand.js';

type Demand = ResponseFor<'getWaitlistDemand'>;

const shownDays = 30;
/** In the URL: people who named no trend. */
const noTrend = 'none';

const wantedIn = (search: URLSearchParams): Wanted => {
  const trend = search.get('trend');
  if (!trend) return undefined;
  return trend === noTrend ? null : trend;
};

const People = ({ people }: Pick<Demand, 'people'>) => (
  <dl className={styles.people}>
    <div>
      <dt>Waiting</dt>
      <dd>{people.waiting}</dd>
    </div>
    <div>
      <dt>Confirmed by email</dt>
      <dd>{people.confirmed}</dd>
    </div>
    <div>
      <dt>Left</dt>
      <dd>{people.left}</dd>
    </div>
  </dl>
);

interface ByDayProps extends Pick<Demand, 'concepts' | 'days'> {
  now: Date;
}

const ByDay = ({ concepts, days, now }: ByDayProps) => {
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const found = daysOf(days, wantedIn(search));
  return (
    <>
      <div className={styles.choice}>
        <label htmlFor={id}>Trend</label>
        <select
          id={id}
          className={control.control}
          value={search.get('trend') ?? ''}
          onChange={({ target }) => setSearch(target.value ? { trend: target.value } : {}, { replace: true })}
        >
          <option value="">All trends</option>
          {concepts.map((trend) => (
            <option key={trend.concept_id} value={trend.concept_id ?? noTrend}>
              {nameOf(trend)}
            </option>
          ))}
        </select>
      </div>
      <DayBars days={lastDays(found, shownDays, now)} />
      {found.length > 0 && <DayTable days={found} />}
    </>
  );
};

const Shown = ({ people, concepts, days, now }: Demand & Pick<DemandData, 'now'>) => {
  if (days.length === 0)
    return <p className={styles.empty}>No one has joined the waitlist yet. New sign-ups are counted here.</p>;
  return (
    <>
      <People people={people} />
      <Section title="By trend">
        <p className={styles.note}>Each person counts once for every trend they chose.</p>
        <TrendTable trends={concepts} />
      </Section>
      <Section title="By day">
        <ByDay concepts={concepts} days={days} now={now} />
      </Section>
    </>
  );
};

/** How many people wait, for which trends, and how that developed. For staff only. */
export const WaitlistDemand = () => {
  const { demand, now } = useLoaderData<DemandData>();
  return (
    <Page title="Waitlist demand" lead="How many people are waiting, for which trends, and when they joined.">
      <StaffArea />
      <Arriving answer={demand} what="waitlist demand" height="420px">
        {(data) => <Shown {...data} now={now} />}
      </Arriving>
    </Page>
  );
};
