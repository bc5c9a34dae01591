import { momentText } from '../../components/figures/format.js';
import type { Claim } from './load-verify.js';
import styles from './verify.module.css';
import { changesText } from './words.js';

/** What was compared with what, once everything matched. */
export const Proved = ({ claim }: { claim: Claim }) => {
  const { head, checkpoint, events, concept } = claim.proof;
  const all = changesText(events.length);
  return (
    <ul className={styles.list}>
      <li>
        Your browser hashed {all} as the log holds {events.length === 1 ? 'it' : 'them'} at this moment. From
        its place among all {head.count.toLocaleString('en-US')} events, each one leads to the published hash.
      </li>
      <li>
        None is missing: the published hash over all {concept?.size ?? 0} trends covers exactly {all} to this
        one.
      </li>
      <li>The change log on the trend’s page matches these records: before, after, reason and dates.</li>
      <li>
        {checkpoint
          ? `The log still begins with the checkpoint of ${momentText(checkpoint.time)} ET (position ${checkpoint.position}).`
          : 'There is no checkpoint of this log to compare with yet. We publish one every hour.'}
      </li>
    </ul>
  );
};

/** What the result does not prove. */
export const NotProved = () => (
  <ul className={styles.list}>
    <li>That a reason is true or a change is wise. It proves only that this is what was recorded.</li>
    <li>
      Who made a change. That’s recorded, too, and can’t be altered unnoticed, but it’s shown here only as a
      hash.
    </li>
    <li>
      That the whole log wasn’t rewritten before you first looked. To guard against that, save a checkpoint or
      get one from someone else. A rewritten log can’t match it.
    </li>
  </ul>
);
