import { useLoaderData } from 'react-router-dom';
import { LinkButton } from '../../components/button/button.js';
import { Loading } from '../../components/skeleton/skeleton.js';
import { Arriving } from '../../shared/arriving.js';
import type { TrendsData } from '../../shared/trend-card/load-trends.js';
import { TrendGrid, TrendGridSkeleton } from '../../shared/trend-card/trend-card.js';
import styles from './landing.module.css';
import { Swells } from './swells.js';

const shown = 8;

const promises = [
  ['Start with as little as $5', 'Buy a whole trend at once with fractional shares.'],
  ['One-click investing', 'Choose the trend. We choose the companies and weights.'],
  [
    'Automatic rebalancing',
    'Portfolios are monitored and updated as trends evolve, and every change is on the record.',
  ],
] as const;

/** Quotations about long waves and patience, all in the public domain. */
const quotations = [
  {
    words: 'There is a tide in the affairs of men, which, taken at the flood, leads on to fortune.',
    from: 'William Shakespeare',
    work: 'Julius Caesar, act 4, scene 3',
  },
  {
    words: 'One withstands the invasion of armies; one does not withstand the invasion of ideas.',
    from: 'Victor Hugo',
    work: 'The History of a Crime, 1877',
  },
  {
    words: 'Shallow men believe in luck. Strong men believe in cause and effect.',
    from: 'Ralph Waldo Emerson',
    work: 'The Conduct of Life, 1860, shortened',
  },
] as const;

const Hero = () => (
  <div className={styles.hero}>
    <div className={styles.heroWords}>
      <h1 tabIndex={-1}>Invest in What Matters to You</h1>
      <p>
        Climate tech, artificial intelligence, clean energy, the creator economy: back the real-world shifts
        you believe in, one trend at a time.
      </p>
      <div className={styles.actions}>
        <LinkButton to="/sign_up" size="large">
          Join the Waitlist
        </LinkButton>
        <LinkButton to="/see_concepts" size="large" variant="secondary">
          Browse Trends
        </LinkButton>
      </div>
    </div>
    <Swells />
  </div>
);

const Trends = () => {
  const { trends } = useLoaderData<TrendsData>();
  return (
    <section className={styles.band}>
      <div className={styles.sectionHead}>
        <h2>Trends you can see coming</h2>
        <LinkButton to="/see_concepts" variant="quiet">
          See all trends
        </LinkButton>
      </div>
      <Arriving
        answer={trends}
        what="the trends"
        skeleton={
          <Loading label="Loading the trends">
            <TrendGridSkeleton count={4} />
          </Loading>
        }
      >
        {(data) => <TrendGrid trends={data.concepts.slice(0, shown)} />}
      </Arriving>
    </section>
  );
};

export const Landing = () => (
  <>
    <title>Groundswell · Invest in What Matters to You</title>
    <Hero />
    <Trends />
    <section className={styles.band} aria-label="How it works">
      <ul className={styles.promises}>
        {promises.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
    <section className={styles.quotations} aria-label="Quotations">
      {quotations.map(({ words, from, work }) => (
        <figure key={from}>
          <blockquote>{words}</blockquote>
          <figcaption>
            {from}, <cite>{work}</cite>
          </figcaption>
        </figure>
      ))}
    </section>
    <section className={styles.closing}>
      <h2>See the wave early</h2>
      <p>Get early access when we launch. No commitment required.</p>
      <LinkButton to="/sign_up" size="large">
        Join the Waitlist
      </LinkButton>
    </section>
  </>
);
