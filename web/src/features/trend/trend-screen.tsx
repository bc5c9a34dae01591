import { useLoaderData, useLocation, useParams } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { Arriving } from '../../shared/arriving.js';
import { LiveUpdates } from '../../shared/updates/live-updates.js';
import { ChangeLog } from './change-log.js';
import { Composition } from './composition.js';
import type { TrendData } from './load-trend.js';
import { Performance } from './performance.js';
import styles from './trend.module.css';
import { TrendHead, TrendHeadSkeleton } from './trend-head.js';
import { TrendNotFound } from './trend-not-found.js';

interface FromCard {
  readonly palette?: number;
  readonly name?: string;
}

interface TrendProps {
  trend: ResponseFor<'getConcept'>;
  palette: number | undefined;
  today: string;
}

const Trend = ({ trend, palette, today }: TrendProps) => (
  <>
    <TrendHead concept={trend.concept} growth={trend.growth_list} palette={palette} />
    <Performance trend={trend} />
    <Composition trend={trend} today={today} />
  </>
);

export const TrendScreen = () => {
  const { trend, changes, today } = useLoaderData<TrendData>();
  const { concept_id } = useParams();
  const fromCard = useLocation().state as FromCard | null;
  return (
    <Arriving
      key={concept_id}
      answer={trend}
      what="this trend"
      isScreen
      whenMissing={<TrendNotFound />}
      skeleton={<TrendHeadSkeleton name={fromCard?.name} />}
    >
      {(data, answered) => (
        <div className={styles.screen}>
          <LiveUpdates conceptId={data.concept.id} answered={answered} />
          <Trend trend={data} palette={fromCard?.palette} today={today} />
          <ChangeLog conceptId={data.concept.id} answer={changes} />
        </div>
      )}
    </Arriving>
  );
};
