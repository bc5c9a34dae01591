import type { ReactNode } from 'react';
import styles from './money.module.css';

/** Names and values, line by line, for a review or a receipt. */
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
