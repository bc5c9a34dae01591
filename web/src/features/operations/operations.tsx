import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { filter, from, interval, switchMap, take } from 'rxjs';
import { Page, Section } from '../../components/page/page.js';
import { Arriving } from '../../shared/arriving.js';
import { StaffArea } from '../../shared/staff-area/staff-area.js';
import { CashDifferences, FailedJobs, ParkedJobs } from './decisions.js';
import type { Operations as Found, InstanceStatus } from './gather.js';
import { InstanceHealth } from './instance-health.js';
import type { OperationsData } from './load-operations.js';
import styles from './operations.module.css';
import { Replays } from './replays.js';
import { Queues, ReadModels } from './status-tables.js';

/** Milliseconds from an answer to the next request: read models report every two seconds. */
const lookEvery = 2_000;

/**
 * Refreshes while the page is visible. Each request waits for the previous answer: otherwise a slow one, as
 * while the event store does not answer, would never be shown.
 */
const useFreshLook = (answer: Promise<unknown>) => {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const looks = from(answer.catch(() => undefined)).pipe(
      switchMap(() => interval(lookEvery)),
      filter(() => document.visibilityState === 'visible'),
      take(1),
    );
    const subscription = looks.subscribe(() => void revalidate());
    return () => subscription.unsubscribe();
  }, [answer, revalidate]);
};

const NotLoaded = () => <p className={styles.note}>We couldn’t load this.</p>;

const QueuesShown = ({ status: { queues, out_of_reach } }: { status: InstanceStatus }) => {
  if (queues) return <Queues queues={queues} />;
  return (
    <p className={styles.note}>
      {out_of_reach.includes('Redis')
        ? 'We can’t reach Redis.'
        : 'Not checked: the query service has no REDIS_URL.'}
    </p>
  );
};

const Shown = ({ found }: { found: Found }) => {
  const { status, jobs, differences } = found;
  return (
    <>
      <InstanceHealth found={found} />
      <Section title="Read models">
        {status ? <ReadModels models={status.read_models} /> : <NotLoaded />}
      </Section>
      <Section title="Replays">{status ? <Replays replays={status.replays} /> : <NotLoaded />}</Section>
      <Section title="Queues">{status ? <QueuesShown status={status} /> : <NotLoaded />}</Section>
      {status?.queues && (
        <Section title="Failed jobs">
          <FailedJobs jobs={status.failed_jobs} />
        </Section>
      )}
      <Section title="Parked jobs">{jobs ? <ParkedJobs jobs={jobs} /> : <NotLoaded />}</Section>
      <Section title="Cash differences">
        {differences ? <CashDifferences differences={differences} /> : <NotLoaded />}
      </Section>
    </>
  );
};

/** Live health of the instance, for staff only. Changes are made on the command line. */
export const Operations = () => {
  const { operations } = useLoaderData<OperationsData>();
  useFreshLook(operations);
  return (
    <Page title="Operations" lead="System status: read models, replays, queues and pending decisions.">
      <StaffArea />
      <Arriving answer={operations} what="system status" height="420px">
        {(found) => <Shown found={found} />}
      </Arriving>
    </Page>
  );
};
