import { useLoaderData, useLocation, useParams } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { Arriving } from '../../components/arriving.js';
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

const Trend = ({ data, palette }: { data: ResponseFor<'getConcept'>; palette: number | undefined }) => (
  <>
    <TrendHead concept={data.concept} growth={data.growth_list} palette={palette} />
    <Performance name={data.concept.name} growth={data.growth_list} />
    <Composition composition={data.concept_composition} />
  </>
);

export const TrendScreen = () => {
  const { trend } = useLoaderData<TrendData>();
  const { concept_id } = useParams();
  const fromCard = useLocation().state as FromCard | null;
  return (
    <div className={styles.screen}>
      <Arriving
        key={concept_id}
        answer={trend}
        failureTitle="This trend could not be loaded"
        whenMissing={<TrendNotFound />}
        skeleton={<TrendHeadSkeleton name={fromCard?.name} />}
      >
        {(data) => <Trend data={data} palette={fromCard?.palette} />}
      </Arriving>
    </div>
  );
};
