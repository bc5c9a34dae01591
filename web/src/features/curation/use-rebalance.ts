import { formatPercent } from '@groundswell/contracts';
import { useRef, useState } from 'react';
import { useAttempt } from '../../shared/attempt/use-attempt.js';
import { useCuration } from './curation-context.js';
import {
  type Allocation,
  askedOf,
  type Draft,
  draftOf,
  draftsUpon,
  faultIn,
  faultInArranging,
  isSame,
} from './draft.js';

const overtaken =
  'These weights changed while you were editing them, so yours weren’t saved. The Now column shows the current weights. Review them, then try again.';

/** The weights being edited, and the rules for saving them. Never overwrites weights that were not seen. */
export const useRebalance = (allocations: readonly Allocation[], onDone: () => void) => {
  const { concept, change } = useCuration();
  const [typed, setTyped] = useState(() => allocations.map(draftOf));
  const drafts = draftsUpon(typed, allocations);
  // The weights that the draft is based on: the screen follows the log even while someone types.
  const [seen, setSeen] = useState(allocations);
  // The last request, which may have taken effect although no answer came.
  const asked = useRef<ReturnType<typeof askedOf>>([]);
  const [fault, setFault] = useState<string>();
  const { busy, failed, attempt, isInDoubt } = useAttempt();

  const edit = (next: readonly Draft[]) => {
    setFault(undefined);
    setTyped([...next]);
  };
  const arrange = (arranged: number[] | undefined) => {
    if (!arranged) return setFault(faultInArranging(drafts));
    edit(
      drafts.map((draft, at) =>
        draft.locked ? draft : { ...draft, text: formatPercent(arranged[at] ?? 0) },
      ),
    );
  };

  const save = (reason: string) => {
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
    void attempt({ values, act: (key) => change('rebalanceConcept', values, key), onDone });
  };

  return { drafts, fault, busy, failed, edit, arrange, save };
};
