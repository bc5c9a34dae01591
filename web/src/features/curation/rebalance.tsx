import { useState } from 'react';
import { Button } from '../../components/button/button.js';
import { FailedAttempt } from '../../shared/attempt/failed-attempt.js';
import styles from './curation.module.css';
import { type Allocation, rowOf } from './draft.js';
import { ReasonInput } from './reason-input.js';
import { RebalanceTable } from './rebalance-table.js';
import { ShareBar } from './share-bar.js';
import { useRebalance } from './use-rebalance.js';
import { equalised, fitted } from './weights.js';

interface RebalanceProps {
  allocations: readonly Allocation[];
  onClose: () => void;
}

/** Sets all weights together, as one change with one reason. */
export const Rebalance = ({ allocations, onClose }: RebalanceProps) => {
  const { drafts, fault, busy, failed, edit, arrange, save } = useRebalance(allocations, onClose);
  const [reason, setReason] = useState('');

  return (
    <form
      className={styles.stack}
      aria-label="Rebalance"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) save(reason);
      }}
    >
      <ShareBar weights={drafts.map((draft) => rowOf(draft).weight)} />
      <div className={styles.links}>
        <Button variant="secondary" size="small" onClick={() => arrange(equalised(drafts.map(rowOf)))}>
          Equal weights
        </Button>
        <Button variant="secondary" size="small" onClick={() => arrange(fitted(drafts.map(rowOf)))}>
          Fit to 100%
        </Button>
      </div>
      <RebalanceTable drafts={drafts} onEdit={edit} />
      <ReasonInput value={reason} onChange={setReason} />
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <FailedAttempt failed={failed} subject="the weights were" done="changed" />
      <div className={styles.links}>
        <Button type="submit" disabled={busy}>
          {busy ? 'Saving…' : 'Save weights'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Nevermind
        </Button>
      </div>
    </form>
  );
};
