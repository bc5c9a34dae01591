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
        each one, its place among all {head.count.toLocaleString('en-US')} events leads to the published hash.
      </li>
      <li>
        None is missing: the published hash over all {concept?.size ?? 0} trends stands for exactly {all} of
        this one.
      </li>
      <li>
        The change log on the trend’s page tells what these records say: before, after, reason and dates.
      </li>
      <li>
        {checkpoint
          ? `The log still begins with the checkpoint of ${momentText(checkpoint.time)} ET (position ${checkpoint.position}).`
          : 'There is no checkpoint of this log to compare with yet: one is published every hour.'}
      </li>
    </ul>
  );
};

/** What nobody should read into it. */
export const NotProved = () => (
  <ul className={styles.list}>
    <li>That a reason is true, or a change wise: only that this is what was recorded.</li>
    <li>
      Who made a change. That is recorded, too, and cannot be altered unseen, but is shown here only as a
      hash.
    </li>
    <li>
      That the whole log was not rewritten before you first looked. Against that, save a checkpoint, or get
      one from someone else. No rewritten log can lead to it.
    </li>
  </ul>
);
