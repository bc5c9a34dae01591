import { useEffect, useState } from 'react';
import { query } from '../../api/browser-client.js';
import type { ResponseFor } from '../../api/endpoints.js';
import { dayText, percentText } from '../../components/figures/format.js';
import { FailureNotice } from '../../components/notice/failure-notice.js';
import { Bone, Loading } from '../../components/skeleton/skeleton.js';
import { Table } from '../../components/table/table.js';
import styles from './trend.module.css';

type Inputs = NonNullable<ResponseFor<'getConceptCalculation'>['calculation']>;

const Figure = ({ title, text }: { title: string; text: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{text}</dd>
  </div>
);

const causes: Record<Inputs['missing_prices'][number]['cause'], string> = {
  'no price': 'the broker had none, as when trading is halted',
  refused: 'the broker does not trade it',
  failed: 'the broker could not be reached, and will be asked again',
  unknown: 'the reason was not recorded',
};

/** What had no price of its own on the last day: the number cannot show it by itself. */
const MissingPrices = ({ inputs }: { inputs: Inputs }) =>
  inputs.missing_prices.map(({ symbol, cause }) => (
    <p key={symbol}>
      No price of {symbol} on {dayText(inputs.last_session)}: {causes[cause]}.
    </p>
  ));

const InputTable = ({ inputs }: { inputs: Inputs }) => (
  <>
    <dl>
      <Figure title="First session" text={dayText(inputs.first_session)} />
      <Figure title="Last session" text={dayText(inputs.last_session)} />
      <Figure title="$100 became" text={`$${inputs.portfolio_value}`} />
      <Figure title="In the S&P 500" text={`$${inputs.benchmark_value}`} />
      <Figure title="Tracked since" text={inputs.tracked_since ? dayText(inputs.tracked_since) : 'not yet'} />
    </dl>
    <MissingPrices inputs={inputs} />
    <Table caption="The weights that were in force, and since when" showCaption lined>
      <thead>
        <tr>
          <th scope="col">In force from</th>
          <th scope="col">Weights</th>
        </tr>
      </thead>
      <tbody>
        {inputs.compositions.map(({ date, holdings }) => (
          <tr key={date}>
            <th scope="row" className={styles.since}>
              {dayText(date)}
            </th>
            <td>
              {holdings.map(({ symbol, percent }) => `${symbol} ${percentText(percent)}`).join(', ') ||
                'nothing'}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </>
);

/** The inputs of the number, asked for when somebody wants to see them. */
export const Calculation = ({ conceptId }: { conceptId: string }) => {
  const [inputs, setInputs] = useState<Inputs | null>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    let wanted = true;
    query('getConceptCalculation', { query: { concept_id: conceptId } }).then(
      ({ data }) => wanted && setInputs(data.calculation),
      (caught: unknown) => wanted && setFailure(caught),
    );
    return () => {
      wanted = false;
    };
  }, [conceptId]);
  if (failure !== undefined)
    return <FailureNotice title="The inputs could not be loaded" failure={failure} />;
  if (inputs === undefined)
    return (
      <Loading label="Loading the inputs">
        <Bone height="160px" />
      </Loading>
    );
  if (inputs === null) return <p className={styles.note}>There is nothing to reckon with yet.</p>;
  return <InputTable inputs={inputs} />;
};
