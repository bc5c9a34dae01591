import styles from './trading-account.module.css';
import type { Saving } from './use-draft-saving.js';

const savingText: Readonly<Record<Saving, string>> = {
  nothing: '',
  'under-way': 'Saving…',
  saved: 'Saved. Continue any time.',
  failed: 'Not saved: we couldn’t reach the server. We’ll try again with your next change.',
};

interface ProgressProps {
  titles: readonly string[];
  current: number;
  saving: Saving;
}

export const Progress = ({ titles, current, saving }: ProgressProps) => (
  <div className={styles.progress}>
    <p className={styles.count}>
      Step {current + 1} of {titles.length}
    </p>
    {/* Announced only on a failure, since saving continues all the time. */}
    <p className={styles.saving} role={saving === 'failed' ? 'alert' : undefined}>
      {savingText[saving]}
    </p>
    <ol className={styles.segments} aria-hidden="true">
      {titles.map((title, at) => (
        <li key={title} data-reached={at <= current || undefined} />
      ))}
    </ol>
  </div>
);
