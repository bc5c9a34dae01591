import { Notice } from '../../components/notice/notice.js';
import type { Operations } from './gather.js';
import { problemsOf } from './health.js';
import styles from './operations.module.css';

/**
 * Problems, announced when they change. The end of the log, which moves with every event, is not announced.
 */
export const InstanceHealth = ({ found }: { found: Operations }) => {
  const problems = problemsOf(found);
  const head = found.status?.head;
  return (
    <>
      {problems.length === 0 ? (
        <Notice title="All is well." />
      ) : (
        <Notice tone="caution" title="Needs attention">
          <ul className={styles.problems}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {head && <p className={styles.head}>The log is at position {head}.</p>}
    </>
  );
};
