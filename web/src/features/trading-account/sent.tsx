import type { ApplicationDraft } from '@groundswell/contracts';
import { draftOfSent, valuesOf } from './draft.js';
import { Part } from './part.js';
import { steps } from './steps.js';
import styles from './trading-account.module.css';

/** The Social Security number and the agreement are not kept for display. */
const shown = steps.filter(({ id }) => id !== 'agreement');

/** The broker's copy of the answers, collapsed, to compare with the broker's questions. */
export const Sent = ({ sent }: { sent: ApplicationDraft }) => {
  const values = valuesOf(draftOfSent(sent), '');
  return (
    <details className={styles.sent}>
      <summary>What you sent</summary>
      <div className={styles.review}>
        {shown.map((step) => (
          <Part key={step.id} step={step} values={values} />
        ))}
        <p className={styles.small}>
          Your Social Security number isn’t shown. We delete it as soon as the broker has it.
        </p>
      </div>
    </details>
  );
};
