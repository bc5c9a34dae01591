import type { Writer } from '@groundswell/platform/read-store';
import { storedOf } from './event-record.js';
import { GrowingChain } from './grow.js';
import { type ConceptsRead, readChainState, writeGrown } from './store.js';

/**
 * Approximate bytes of an event: its position, id and hash, and its share of the tree and of its concept's
 * head.
 */
const bytesOfEvent = 200;

/** Appends events to the chain. Reads the end of the chain with the first events, then keeps it in memory. */
export const chainWriter = (concepts: ConceptsRead): Writer => {
  let chain: GrowingChain | undefined;
  let added = 0;
  return {
    get waiting() {
      return added * bytesOfEvent;
    },
    async prepare(events, sql) {
      chain ??= new GrowingChain(await readChainState(sql, events, concepts));
    },
    take(events) {
      for (const event of events) {
        if (!chain || event.position.commit <= chain.head.position) continue;
        chain.add(storedOf(event));
        added += 1;
      }
    },
    handOver() {
      const grown = added > 0 ? chain?.handOver() : undefined;
      added = 0;
      const changes = grown !== undefined;
      return {
        changes,
        async write(sql) {
          if (grown) await writeGrown(sql, grown);
          return changes;
        },
      };
    },
    written() {},
  };
};
