import { growthMethod as method } from '@groundswell/contracts/growth/method';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Page, Section } from '../../components/page/page.js';
import styles from './method-page.module.css';

const Rules = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <ul className={styles.rules}>{children}</ul>
  </Section>
);

const Start = () => (
  <Rules title={`Growth of $${method.start}`}>
    <li>
      A trend starts with ${method.start} at the close of the first session on or after the day {oneYear}{' '}
      before the last session. (February 29 becomes February 28.) If none of its holdings has a price by then,
      it starts at the first close at which one does.
    </li>
    <li>
      Sessions are the days on which {method.benchmark} has a recorded price, up to the last session whose
      prices are complete.
    </li>
    <li>
      {method.benchmark} with dividends stands for the S&P 500, with ${method.start} on the same first
      session.
    </li>
    <li>A shorter range starts again at ${method.start} on its own first session.</li>
  </Rules>
);

const oneYear = method.years === 1 ? 'one year' : `${method.years} years`;

const Changes = () => (
  <Rules title="When a change counts">
    <li>
      A change made before {method.changeHour}:00 in New York counts from that day, a later one from the next
      day: at the close of the first session on or after it. No change profits from a price known before it.
    </li>
    <li>
      Of several changes that count at one close, only the result counts. A change entered late never counts
      before one that was recorded earlier.
    </li>
    <li>
      A trend begins at the first close at which it holds something. For this, every weekday before the first
      session counts as a session. What it holds then is also applied to the days before. That part is{' '}
      <strong>simulated</strong>; from that close on, the trend is <strong>tracked</strong>. Until it begins,
      all of it is simulated with what the trend holds now.
    </li>
    <li>Simulated results benefit from hindsight: the holdings were chosen with the past in view.</li>
  </Rules>
);

const Weights = () => (
  <Rules title="Weights and rebalancing">
    <li>
      Weights are scaled so that all holdings with a price add up to 100%. If a holding has no price yet, its
      weight is spread across the others.
    </li>
    <li>
      Weights return to target at a session’s close when one of these happens; in between, nothing is bought
      or sold:
      <ul>
        <li>the weights of the trend change</li>
        <li>tracking begins</li>
        <li>a holding gets its first price</li>
        <li>a period of {method.rebalanceMonths} calendar months begins, counted from January</li>
      </ul>
    </li>
    <li>A trend that no longer holds anything keeps its value.</li>
    <li>A trend shows no figures while the first prices of a new holding are still being requested.</li>
  </Rules>
);

const Prices = () => (
  <Rules title="Prices">
    <li>
      A recorded return is the change of the closing price since the security’s recorded day before, with
      dividends reinvested and splits adjusted. Fees, taxes and trading costs are not included.
    </li>
    <li>A halted security keeps its last price until it trades again.</li>
    <li>
      Crypto trades every day, and its day closes at midnight UTC. Days without a session count toward the
      next session.
    </li>
  </Rules>
);

const Rounding = () => (
  <Rules title="Rounding">
    <li>
      Price levels and units held are rounded to {method.keptDecimals} decimals, the dollars shown to{' '}
      {method.dollarDecimals}. Nothing else of the growth is rounded. A tie rounds to the even digit.
    </li>
    <li>
      Volatility, drawdown and months are calculated from dollars with {method.dollarDecimals} decimals, and
      given as fractions with {method.riskDecimals}: 0.1234 is 12.34%.
    </li>
  </Rules>
);

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Figures = () => (
  <Section title="The figures">
    <dl className={styles.figures}>
      <Figure name="Performance (1Y)">
        The last value divided by {method.start}, minus 1. Only for a trend that starts on the first session
        of the year, no more than {method.longestClosureDays} days after the day {oneYear} before the last.
      </Figure>
      <Figure name="Volatility">
        The sample standard deviation of the changes from session to session, times the square root of{' '}
        {method.sessionsOfYear}.
      </Figure>
      <Figure name="Largest drawdown">
        The deepest fall from a high to the lowest value before that high is reached again: the low divided by
        the high, minus 1.
      </Figure>
      <Figure name="Best and worst month">
        From the last session of one month to the last session of the next. A running month counts up to the
        last session; the month in which the series starts does not count.
      </Figure>
    </dl>
    <p className={styles.after}>
      Volatility, drawdown and months need at least {method.fewestSessions} sessions.
    </p>
  </Section>
);

const sources = [
  ['/api/get_concept/?concept_id=…', 'growth and every figure of a trend'],
  ['/api/get_concept_changes/?concept_id=…', 'each change of its weights, with its time'],
  ['/api/get_returns/?symbol=…', 'the recorded returns of a security'],
  ['/api/get_price_proof/?symbol=…', 'the same with closing prices, and proof that nothing was altered'],
] as const;

const Sources = () => (
  <Section title="Check it yourself">
    <p>Every input is public, as JSON, with no API key needed.</p>
    <dl className={styles.sources}>
      {sources.map(([address, text]) => (
        <div key={address}>
          <dt>
            <code>{address}</code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className={styles.after}>
      <Link to="/verify">Verify the changes of a trend</Link> in your browser.
    </p>
  </Section>
);

/** The complete method, with the same constants the program uses. */
export const MethodPage = () => (
  <Page
    title="How performance is calculated"
    measure="reading"
    lead="Every figure of a trend follows from the rules on this page and from public data. Anyone can recalculate it, to the last digit."
  >
    <Start />
    <Changes />
    <Weights />
    <Prices />
    <Figures />
    <Rounding />
    <Sources />
    <p className={styles.after}>Past performance doesn’t guarantee future results. You can lose money.</p>
  </Page>
);
