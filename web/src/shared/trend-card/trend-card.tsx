import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { Cover } from '../../components/cover/cover.js';
import { palettesOf } from '../../components/cover/swells.js';
import { Bone } from '../../components/skeleton/skeleton.js';
import { PerformanceFigure, recorded } from '../performance/performance-figure.js';
import styles from './trend-card.module.css';

export type Trend = ResponseFor<'getConcepts'>['concepts'][number];

const Item = ({ children }: { children: ReactNode }) => <li className={styles.item}>{children}</li>;

/** A missing performance counts as 0, which has no basis to show. */
const basisOfCard = ({ performance, provenance, tracked_since: trackedSince }: Trend) =>
  performance === null || provenance === null ? recorded : { provenance, trackedSince };

const TrendCard = ({ trend, palette }: { trend: Trend; palette: number | undefined }) => (
  <Link className={styles.card} to={`/get_concept/${trend.id}`} state={{ palette, name: trend.name }}>
    <div className={styles.picture}>
      <Cover name={trend.name} imageUrl={trend.image_url} palette={palette} />
    </div>
    <div className={styles.words}>
      <h3 className={styles.name}>{trend.name}</h3>
      <p className={styles.performance}>
        <span className={styles.label}>Performance (1Y)</span>
        <PerformanceFigure figure={{ change: trend.performance ?? 0 }} basis={basisOfCard(trend)} />
        {trend.performance === null && <span className={styles.note}>not enough history yet</span>}
      </p>
    </div>
  </Link>
);

/** Trends as cards; neighbors differ in color. Shows a text when there are none. */
export const TrendGrid = ({ trends }: { trends: readonly Trend[] }) => {
  if (trends.length === 0) return <p className={styles.none}>No trends yet. New ones will appear here.</p>;
  const palettes = palettesOf(trends.map(({ name }) => name));
  return (
    <ul className={styles.grid}>
      {trends.map((trend, at) => (
        <Item key={trend.id}>
          <TrendCard trend={trend} palette={palettes[at]} />
        </Item>
      ))}
    </ul>
  );
};

export const TrendGridSkeleton = ({ count }: { count: number }) => (
  <ul className={styles.grid}>
    {Array.from({ length: count }, (_none, at) => `card ${at}`).map((key) => (
      <Item key={key}>
        <div className={styles.card}>
          <div className={styles.picture}>
            <Bone height="100%" radius="0" />
          </div>
          <div className={styles.words}>
            <Bone width="70%" height="24px" />
            <Bone height="22px" />
          </div>
        </div>
      </Item>
    ))}
  </ul>
);
