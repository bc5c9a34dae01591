import type { ResponseFor } from '../../api/endpoints.js';
import { dayText, monthText, percentText } from '../../components/figures/format.js';
import { PercentChange } from '../../components/figures/percent-change.js';
import styles from './risk.module.css';

type Risk = NonNullable<ResponseFor<'getConcept'>['risk']>;

const Drawdown = ({ drawdown }: { drawdown: Risk['drawdown'] }) => {
  if (!drawdown) return <dd>It never fell below an earlier value.</dd>;
  const { depth, peak, trough, recovered } = drawdown;
  return (
    <dd>
      <PercentChange fraction={depth} />
      <small>
        {dayText(peak)} to {dayText(trough)},{' '}
        {recovered ? `made up by ${dayText(recovered)}` : 'not made up yet'}
      </small>
    </dd>
  );
};

const Month = ({ title, month }: { title: string; month: Risk['best_month'] }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <PercentChange fraction={month.return} />
      <small>{monthText(month.month)}</small>
    </dd>
  </div>
);

/** How bumpy the year was. */
export const RiskFigures = ({ risk }: { risk: Risk }) => (
  <dl className={styles.risk}>
    <div>
      <dt>Volatility</dt>
      <dd>
        <strong>{percentText(risk.volatility * 100)}</strong>
        <small>a year, of daily changes</small>
      </dd>
    </div>
    <div>
      <dt>Largest drawdown</dt>
      <Drawdown drawdown={risk.drawdown} />
    </div>
    <Month title="Best month" month={risk.best_month} />
    <Month title="Worst month" month={risk.worst_month} />
  </dl>
);
