import { supportAddress } from '@groundswell/contracts';
import { momentText } from '../../components/figures/format.js';
import { Notice } from '../../components/notice/notice.js';
import type { Claim } from './load-verify.js';
import styles from './verify.module.css';
import type { Verdict } from './verify-concept.js';
import { changesText, faultText } from './words.js';

/** Further faults are only counted: a rewritten log has more than anyone would read. */
const mostShown = 12;

const Broken = ({ verdict }: { verdict: Verdict }) => {
  const { faults } = verdict;
  return (
    <Notice tone="danger" title="This isn’t what was recorded.">
      <ul className={styles.faults}>
        {faults.slice(0, mostShown).map((fault) => (
          <li key={JSON.stringify(fault)}>{faultText(fault, verdict)}</li>
        ))}
      </ul>
      {faults.length > mostShown && <p>And {faults.length - mostShown} more.</p>}
      <p className={styles.after}>
        What was recorded then and what is shown now don’t match. Save this page and write to{' '}
        <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
      </p>
    </Notice>
  );
};

/** The result as text, beginning with whether all is well. */
export const VerdictNotice = ({ claim, verdict }: { claim: Claim; verdict: Verdict }) => {
  const { head, checkpoint, waiting } = claim.proof;
  const { length } = verdict.events;
  if (verdict.faults.length > 0) return <Broken verdict={verdict} />;
  return (
    <Notice
      title={`${length === 1 ? 'This 1 change is' : `These ${length} changes are`} exactly what was recorded.`}
    >
      <p>
        Nothing in {claim.name} was altered, removed, added or reordered up to position {head.position} of the
        log
        {checkpoint &&
          `, and nothing in the whole log since the checkpoint of ${momentText(checkpoint.time)} ET`}
        .
      </p>
      {waiting > 0 && <p>{changesText(waiting)} just came in and will be covered by the next checkpoint.</p>}
    </Notice>
  );
};
