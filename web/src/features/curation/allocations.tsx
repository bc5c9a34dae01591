import { useState } from 'react';
import type { ResponseFor } from '../../api/endpoints.js';
import { Button } from '../../components/button/button.js';
import { FocusFirst } from '../../components/focus-first.js';
import { AllocationTable } from './allocation-table.js';
import styles from './curation.module.css';
import { Rebalance } from './rebalance.js';
import { ShareBar } from './share-bar.js';
import { weightOf } from './weights.js';

interface AllocationsProps {
  allocations: ResponseFor<'getConceptAllocations'>['stock_allocations'];
}

/** The allocations: each on its own in a table, or all weights together in the rebalance editor. */
export const Allocations = ({ allocations }: AllocationsProps) => {
  const [rebalancing, setRebalancing] = useState(false);
  if (rebalancing)
    return (
      <FocusFirst>
        <Rebalance allocations={allocations} onClose={() => setRebalancing(false)} />
      </FocusFirst>
    );
  return (
    <div className={styles.stack}>
      <ShareBar
        weights={allocations.map(({ percent_allocation }) => weightOf(String(percent_allocation)) ?? 0)}
      />
      {allocations.length === 0 ? (
        <p className={styles.note}>No allocations yet.</p>
      ) : (
        <>
          <AllocationTable allocations={allocations} />
          {allocations.length > 1 && (
            <div>
              <Button variant="secondary" onClick={() => setRebalancing(true)}>
                Rebalance all weights
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
};
