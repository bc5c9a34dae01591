import { type ReactNode, useEffect, useState } from 'react';
import { query } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { dayText, percentText } from '../../components/figures/format.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { type Columns, Table } from '../../components/table/table.js';
import { FailureNotice } from '../../shared/attempt/failure-notice.js';
import { PerformanceFigure, recorded } from '../../shared/performance/performance-figure.js';
import styles from './trend.module.css';

type Inputs = NonNullable<ResponseFor<'getConceptCalculation'>['calculation']>;

const Figure = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

const causes: Record<Inputs['missing_prices'][number]['cause'], string> = {
  'no price': 'the broker had none, for example because trading was halted',
  'in doubt': 'it moved so much that we wait two more sessions before counting it, in case of a stock split',
  refused: 'the broker doesn’t trade it',
  failed: 'we couldn’t reach the broker and will try again',
  unknown: 'no reason was recorded',
};

/** Holdings without a price on the last day: the number alone cannot show this. */
const MissingPrices = ({ inputs }: { inputs: Inputs }) =>
  inputs.missing_prices.map(({ symbol, cause }) => (
    <p key={symbol}>
      No price for {symbol} on {dayText(inputs.last_session)}: {causes[cause]}.
    </p>
  ));

const columns: Columns<Inputs['compositions'][number]> = [
  { title: 'Effective', kind: 'heading', className: styles.since, cell: ({ date }) => dayText(date) },
  {
    title: 'Weights',
    cell: ({ holdings }) =>
      holdings.map(({ symbol, percent }) => `${symbol} ${percentText(percent)}`).join(', ') || 'nothing',
  },
];

const InputTable = ({ inputs }: { inputs: Inputs }) => (
  <>
    <dl>
      <Figure title="First session">{dayText(inputs.first_session)}</Figure>
      <Figure title="Last session">{dayText(inputs.last_session)}</Figure>
      <Figure title="$100 became">
        <PerformanceFigure
          figure={{ exactDollars: inputs.portfolio_value }}
          basis={{ provenance: inputs.provenance }}
        />
      </Figure>
      <Figure title="In the S&P 500">
        <PerformanceFigure figure={{ exactDollars: inputs.benchmark_value }} basis={recorded} />
      </Figure>
      <Figure title="Tracked since">
        {inputs.tracked_since ? dayText(inputs.tracked_since) : 'not yet'}
      </Figure>
    </dl>
    <MissingPrices inputs={inputs} />
    <Table
      caption="Weights over time"
      showCaption
      columns={columns}
      rows={inputs.compositions}
      keyOf={({ date }) => date}
    />
  </>
);

/** The inputs of the number, loaded on request. */
export const Calculation = ({ conceptId }: { conceptId: string }) => {
  const [inputs, setInputs] = useState<Inputs | null>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks once.
  useEffect(() => {
    let wanted = true;
    setFailure(undefined);
    query('getConceptCalculation', { query: { concept_id: conceptId } }).then(
      ({ data }) => wanted && setInputs(data.calculation),
      (caught: unknown) => wanted && setFailure(caught),
    );
    return () => {
      wanted = false;
    };
  }, [conceptId, attempt]);
  if (failure !== undefined)
    return (
      <FailureNotice
        title="We couldn’t load the inputs"
        failure={failure}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  if (inputs === undefined)
    return (
      <Loading label="Loading the inputs">
        <Bone height="160px" />
      </Loading>
    );
  if (inputs === null) return <p className={styles.note}>Not enough data yet.</p>;
  return <InputTable inputs={inputs} />;
};
