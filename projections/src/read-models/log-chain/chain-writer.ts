import type { Writer } from '@groundswell/platform/read-store';
import { storedOf } from './event-record.js';
import { GrowingChain } from './grow.js';
import { type ConceptsRead, readStanding, writeGrown } from './store.js';

/** About what is stored of an event: its position, its id, its hash, and its share of the tree. */
const bytesOfEvent = 64;

/** Adds events to the chain. Where the chain ends is read with the first of them, and then held. */
export const chainWriter = (concepts: ConceptsRead): Writer => {
  let chain: GrowingChain | undefined;
  let added = 0;
  return {
    get waiting() {
      return added * bytesOfEvent;
    },
    async take(events, sql) {
      const stored = events.map(storedOf);
      chain ??= new GrowingChain(await readStanding(sql, stored, concepts));
      for (const event of stored) {
        if (event.position.commit <= chain.head.position) continue;
        chain.add(event);
        added += 1;
      }
    },
    handOver() {
      const grown = added > 0 ? chain?.handOver() : undefined;
      added = 0;
      return async (sql) => {
        if (grown) await writeGrown(sql, grown);
        return grown !== undefined;
      };
    },
    written() {},
  };
};
