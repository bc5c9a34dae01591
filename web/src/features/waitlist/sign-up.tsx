import { Suspense, useState } from 'react';
import { Await, useLoaderData } from 'react-router-dom';
import { command } from '../../api/browser-client.js';
import { Notice } from '../../components/notice/notice.js';
import type { FormField } from '../../forms/form-field.js';
import { GenericForm } from '../../forms/generic-form.js';
import type { SignUpData } from './load-sign-up.js';
import { registrationOf } from './registration.js';
import styles from './sign-up.module.css';

const benefits = [
  ['Start with as little as $5', 'Own a slice of every company in a trend.'],
  ['One-click investing', 'Choose a trend. We choose the companies and weights.'],
  ['Automatic rebalancing', 'Portfolios are monitored and updated as trends evolve.'],
  ['Nothing hidden', 'Every change to a trend is public.'],
] as const;

const fields: readonly FormField[] = [
  { kind: 'email', name: 'email', label: 'Email Address', required: true, autoComplete: 'email' },
];

/** Names the trend that brought the person here, once loaded. */
const TrendNamed = ({ name }: Pick<SignUpData, 'name'>) => (
  <Suspense>
    <Await resolve={name}>
      {(known) =>
        known && (
          <p className={styles.trend}>
            You’ll be first to hear about <strong>{known}</strong>.
          </p>
        )
      }
    </Await>
  </Suspense>
);

export const SignUp = () => {
  const { name, trend } = useLoaderData<SignUpData>();
  const [signedUp, setSignedUp] = useState(false);
  return (
    <div className={styles.screen}>
      <title>Join the Waitlist · Groundswell</title>
      <div className={styles.words}>
        <h1 tabIndex={-1}>Invest in What's Trending</h1>
        <ul className={styles.benefits}>
          {benefits.map(([title, text]) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <section className={styles.card} aria-labelledby="join">
        <h2 id="join">Join the Waitlist</h2>
        <p>Get early access when we launch. No commitment required.</p>
        <TrendNamed name={name} />
        {signedUp ? (
          <Notice>
            <p>Thanks for signing up! We'll notify you as soon as investing opens up.</p>
            <p>Check your email and confirm to keep your place.</p>
          </Notice>
        ) : (
          <GenericForm
            label="Join the Waitlist"
            fields={fields}
            submitLabel="Join Now"
            submit={async ({ email }, key) =>
              command('joinWaitlist', registrationOf(String(email), await trend), { key })
            }
            onSuccess={() => setSignedUp(true)}
          />
        )}
      </section>
    </div>
  );
};
