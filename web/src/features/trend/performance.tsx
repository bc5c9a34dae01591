import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ResponseFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { Choice } from '../../components/choice/choice.js';
import { loadedLater } from '../../components/loaded-later.js';
import { Bone } from '../../components/skeleton/skeleton.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';
import { downloadCsv } from '../../shared/download/download.js';
import { Finding, Method } from './explanation.js';
import { csvOf, type Point, pointsIn, type Range, rangeIn, ranges } from './growth.js';
import styles from './growth.module.css';
import { GrowthTable } from './growth-table.js';
import { HundredDollars } from './hundred-dollars.js';
import { RiskFigures } from './risk.js';
import screen from './trend.module.css';

// The charting library is large: it is loaded only for a chart, after the text is shown.
const GrowthChart = loadedLater(async () => (await import('./growth-chart.js')).GrowthChart, {
  meanwhile: (
    <div className={styles.chartSpace}>
      <Bone height="100%" />
    </div>
  ),
  failed: (failure, retry) => (
    <FailureNotice title="We couldn’t load the chart" failure={failure} onRetry={retry} />
  ),
});

const spokenRanges: Readonly<Record<Range, string>> = {
  '1M': 'One month',
  '3M': 'Three months',
  '6M': 'Six months',
  YTD: 'Year to date',
  '1Y': 'One year',
};
const options = ranges.map((value) => ({ value, text: value, spoken: spokenRanges[value] }));

interface DrawingProps {
  name: string;
  points: readonly Point[];
  rangeChoice: ReactNode;
}

const Drawing = ({ name, points, rangeChoice }: DrawingProps) => {
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={styles.figure}>
      <div className={styles.tools}>
        {rangeChoice}
        <span className={styles.spring} />
        <Button variant="quiet" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => downloadCsv(`${name} vs S&P 500.csv`, csvOf(points))}
        >
          Download CSV
        </Button>
      </div>
      {asTable ? <GrowthTable name={name} points={points} /> : <GrowthChart name={name} points={points} />}
      <Finding name={name} points={points} />
    </figure>
  );
};

/**
 * A year of growth, or as much as there is, next to the S&P 500: as a sentence, a chart and a table, and how
 * it was calculated.
 */
export const Performance = ({ trend }: { trend: ResponseFor<'getConcept'> }) => {
  const { name, id, performance } = trend.concept;
  const growth = trend.growth_list;
  const [search, setSearch] = useSearchParams();
  const range = rangeIn(search);
  const choose = (next: Range) => {
    const changed = new URLSearchParams(search);
    if (next === '1Y') changed.delete('range');
    else changed.set('range', next);
    setSearch(changed, { replace: true, preventScrollReset: true });
  };
  return (
    <section className={screen.section}>
      <h2 className={screen.plain}>Performance vs S&P 500</h2>
      {growth.length === 0 ? (
        <p className={screen.note}>
          Not enough history yet. The chart appears once we have prices for this trend’s holdings, usually
          within a day.
        </p>
      ) : (
        <>
          <HundredDollars growth={growth} performance={performance} />
          <Drawing
            name={name}
            points={pointsIn(growth, range)}
            rangeChoice={
              <Choice label="Range of the chart" options={options} value={range} onChange={choose} />
            }
          />
          {trend.risk && <RiskFigures risk={trend.risk} growth={growth} />}
          <Method conceptId={id} />
        </>
      )}
    </section>
  );
};
