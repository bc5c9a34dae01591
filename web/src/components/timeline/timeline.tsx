import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export interface TimelineStep {
  readonly name: string;
  readonly state: 'done' | 'current' | 'ahead' | 'failed';
  /** When, or what to expect; shown below the name. */
  readonly note?: ReactNode;
}

const spoken: Readonly<Record<TimelineStep['state'], string>> = {
  done: 'done',
  current: 'now',
  ahead: 'still to come',
  failed: 'went wrong',
};

interface TimelineProps {
  label: string;
  steps: readonly TimelineStep[];
  /** In one row, for a few short names. */
  across?: boolean;
}

/** Progress as marks and words (for assistive technology), with color last. */
export const Timeline = ({ label, steps, across = false }: TimelineProps) => (
  <ol className={`${styles.timeline} ${across ? (styles.across ?? '') : ''}`} aria-label={label}>
    {steps.map(({ name, state, note }) => (
      <li
        key={name}
        className={`${styles.step} ${styles[state]}`}
        data-state={state}
        aria-current={state === 'current' ? 'step' : undefined}
      >
        <svg className={styles.mark} viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r="8.5" />
          {state === 'done' && <path d="m5.8 10.3 2.9 2.8 5.4-6" />}
          {state === 'current' && <circle className={styles.dot} cx="10" cy="10" r="3.6" />}
          {state === 'failed' && <path d="m6.8 6.8 6.4 6.4m0-6.4-6.4 6.4" />}
        </svg>
        <span className={styles.name}>
          {name}
          <span className="for-screen-readers">, {spoken[state]}</span>
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </li>
    ))}
  </ol>
);
