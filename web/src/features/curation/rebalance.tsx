import { formatPercent } from '@groundswell/contracts';
import { useRef, useState } from 'react';
import { Button } from '../../components/button/button.js';
import { FailedAttempt } from '../../shared/attempt/failed-attempt.js';
import { useAttempt } from '../../shared/attempt/use-attempt.js';
import styles from './curation.module.css';
import { useCuration } from './curation-context.js';
import {
  type Allocation,
  askedOf,
  type Draft,
  draftOf,
  draftsUpon,
  faultIn,
  isSame,
  rowOf,
} from './draft.js';
import { ReasonInput } from './reason-input.js';
import { RebalanceTable } from './rebalance-table.js';
import { ShareBar } from './share-bar.js';
import { equalised, fitted } from './weights.js';

interface RebalanceProps {
  allocations: readonly Allocation[];
  onClose: () => void;
}

const overtaken =
  'These weights changed while you were editing them, so yours weren’t saved. The Now column shows the current weights. Review them, then try again.';

/** Sets all weights together, as one change with one reason. Never overwrites weights that were not seen. */
export const Rebalance = ({ allocations, onClose }: RebalanceProps) => {
  const { concept, change } = useCuration();
  const [typed, setTyped] = useState(() => allocations.map(draftOf));
  const drafts = draftsUpon(typed, allocations);
  // The weights that the draft is based on: the screen follows the log even while someone types.
  const [seen, setSeen] = useState(allocations);
  // The last request, which may have taken effect although no answer came.
  const asked = useRef<ReturnType<typeof askedOf>>([]);
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const { busy, failed, attempt, isInDoubt } = useAttempt();

  const edit = (next: readonly Draft[]) => {
    setFault(undefined);
    setTyped([...next]);
  };
  const arrange = (arranged: number[] | undefined) => {
    if (!arranged) return setFault('The locked weights leave nothing to distribute. Unlock at least one.');
    edit(
      drafts.map((draft, at) =>
        draft.locked ? draft : { ...draft, text: formatPercent(arranged[at] ?? 0) },
      ),
    );
  };

  const save = () => {
    const values = {
      concept_id: concept.id,
      allocations: drafts.map(({ allocation, text }) => ({
        id: allocation.id,
        percentage_allocation: text.trim(),
      })),
      ...(reason.trim() && { reason: reason.trim() }),
    };
    const isKnown = isSame(seen, allocations) || isSame(asked.current, allocations);
    // The change may be these very weights, sent earlier without a response.
    if (!isKnown && !isInDoubt(values)) {
      setSeen(allocations);
      return setFault(overtaken);
    }
    const found = faultIn(drafts);
    setFault(found);
    if (found) return;
    asked.current = askedOf(drafts);
    void attempt({ values, act: (key) => change('rebalanceConcept', values, key), onDone: onClose });
  };

  return (
    <form
      className={styles.stack}
      aria-label="Rebalance"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
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
