import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { momentText } from '../../components/figures/format.js';
import { type Checkpoint, noteOf } from './checkpoint.js';
import styles from './verify.module.css';

/** The currently published head of the log, with the one line a visitor keeps. */
export const CheckpointCard = ({ head }: { head: Checkpoint }) => {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(noteOf(head));
      setCopied('yes');
    } catch {
      setCopied('failed');
    }
  };
  return (
    <div className={styles.card}>
      <dl className={styles.facts}>
        <div>
          <dt>Position</dt>
          <dd>{head.position}</dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>{head.count.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Latest event</dt>
          <dd>{momentText(head.time)} ET</dd>
        </div>
      </dl>
      <p className={styles.label}>Checkpoint to save</p>
      <code className={styles.line}>{noteOf(head)}</code>
      <div className={styles.copy}>
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          Copy checkpoint
        </Button>
        <p role="status">
          {copied === 'yes' && 'Copied. Paste it below on a later day to compare.'}
          {copied === 'failed' && 'Your browser didn’t allow copying. Select the line and copy it yourself.'}
        </p>
      </div>
    </div>
  );
};
