import type { Saving } from './draft-saves.js';
import styles from './trading-account.module.css';

const savingText = (saving: Saving): string => {
  if (saving.state === 'failed') return `Not saved yet. ${saving.why} We’ll keep trying.`;
  if (saving.state === 'refused') return `Not saved. ${saving.why}`;
  return { nothing: '', 'under-way': 'Saving…', saved: 'Saved. Continue any time.' }[saving.state];
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
    <p className={styles.saving} role={'why' in saving ? 'alert' : undefined}>
      {savingText(saving)}
    </p>
    <ol className={styles.segments} aria-hidden="true">
      {titles.map((title, at) => (
        <li key={title} data-reached={at <= current || undefined} />
      ))}
    </ol>
  </div>
);
