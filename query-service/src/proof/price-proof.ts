import { type PriceProof, pricesOfPage } from '@groundswell/contracts';
import type { EventStore } from '@groundswell/platform/event-store';
import type { ReadStore } from '@groundswell/platform/read-store';
import { logChain } from '@groundswell/projections';
import { placesIn, proofOf, readPresent } from './concept-proof.js';

/**
 * A page of recorded prices as stored now, and the path from them to the published head.
 * @param from revision of the page's first event
 * @returns undefined if the log holds no event of the stream
 */
export const provePrices = async (
  store: ReadStore,
  eventStore: EventStore,
  stream: string,
  from: bigint,
): Promise<PriceProof | undefined> => {
  // The published head is read first: whatever it covers must then be found in the log.
  const { value: present } = await store.read([logChain], readPresent);
  if (!present) return undefined;
  const found = await eventStore.readStoredStream(stream, { from, limit: pricesOfPage + 1 });
  if (found.length === 0 && from === 0n) return undefined;
  const page = found.slice(0, pricesOfPage);
  // With the one after the page: where positions tell nothing, an event is newer than the chain if none after it is in the chain.
  const around = await placesIn(store, eventStore, present, found);
  const placed = around.filter(({ event }) => page.includes(event));
  const { value: proof } = await store.read([logChain], (sql) => proofOf(sql, present, placed));
  return {
    head: present.published,
    checkpoint: present.checkpoint,
    waiting: page.length - placed.length,
    next: found.length > pricesOfPage ? (from + BigInt(pricesOfPage)).toString() : null,
    ...proof,
  };
};
