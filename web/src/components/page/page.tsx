import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  lead?: ReactNode;
  measure?: 'wide' | 'reading' | 'narrow';
  children: ReactNode;
}

/** A screen's frame: document title, main heading (focused after a navigation), and content. */
export const Page = ({ title, lead, measure = 'wide', children }: PageProps) => (
  <div className={`${styles.page} ${styles[measure] ?? ''}`}>
    <title>{`${title} · Groundswell`}</title>
    <header className={styles.header}>
      <h1 tabIndex={-1}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </header>
    {children}
  </div>
);

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {children}
  </section>
);
