import type { ReactNode } from 'react';
import styles from './money.module.css';

/** What is what, line by line: for a review, and for a receipt. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const Card = ({ children }: { children: ReactNode }) => <div className={styles.card}>{children}</div>;
