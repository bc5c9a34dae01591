import type { ResponseFor } from '../../api/endpoints.js';
import { dayText, monthText } from '../../components/figures/format.js';
import { type Basis, basisOf, PerformanceFigure } from '../../shared/performance/performance-figure.js';
import { type GrowthEntry, trackedSince } from './growth.js';
import styles from './risk.module.css';

type Risk = NonNullable<ResponseFor<'getConcept'>['risk']>;

interface RiskProps {
  risk: Risk;
  growth: readonly GrowthEntry[];
}

/** What the change from one session to another is based on; the start of tracking is shown above. */
const basisIn =
  (growth: readonly GrowthEntry[]) =>
  (from: string | undefined, until: string | undefined): Basis => ({
    provenance: basisOf(from ?? '', until ?? '', trackedSince(growth) ?? null).provenance,
  });
type BasisIn = ReturnType<typeof basisIn>;

const Drawdown = ({ drawdown, basis }: { drawdown: Risk['drawdown']; basis: BasisIn }) => {
  if (!drawdown) return <dd>No decline in this period.</dd>;
  const { depth, peak, trough, recovered } = drawdown;
  return (
    <dd>
      <PerformanceFigure figure={{ change: depth }} basis={basis(peak, trough)} />
      <small>
        {dayText(peak)} to {dayText(trough)},{' '}
        {recovered ? `recovered by ${dayText(recovered)}` : 'not yet recovered'}
      </small>
    </dd>
  );
};

/** A month's return is compared with the last session of the previous month. */
const sessionsOf = (month: string, growth: readonly GrowthEntry[]) => ({
  base: growth.findLast(({ date }) => date.slice(0, 7) < month)?.date,
  end: growth.findLast(({ date }) => date.slice(0, 7) <= month)?.date,
});

interface MonthProps {
  title: string;
  month: Risk['best_month'];
  growth: readonly GrowthEntry[];
}

const Month = ({ title, month, growth }: MonthProps) => {
  const { base, end } = sessionsOf(month.month, growth);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <PerformanceFigure figure={{ change: month.return }} basis={basisIn(growth)(base, end)} />
        <small>{monthText(month.month)}</small>
      </dd>
    </div>
  );
};

/** Risk figures of the year. */
export const RiskFigures = ({ risk, growth }: RiskProps) => {
  const basis = basisIn(growth);
  return (
    <dl className={styles.risk}>
      <div>
        <dt>Volatility</dt>
        <dd>
          <strong>
            <PerformanceFigure
              figure={{ spread: risk.volatility }}
              basis={basis(growth[0]?.date, growth.at(-1)?.date)}
            />
          </strong>
          <small>annualized, from daily returns</small>
        </dd>
      </div>
      <div>
        <dt>Largest drawdown</dt>
        <Drawdown drawdown={risk.drawdown} basis={basis} />
      </div>
      <Month title="Best month" month={risk.best_month} growth={growth} />
      <Month title="Worst month" month={risk.worst_month} growth={growth} />
    </dl>
  );
};
