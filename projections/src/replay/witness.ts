import { type Database, isStructural, type Sql } from '@groundswell/platform/database';
import type { EventStore, StoredEvent } from '@groundswell/platform/event-store';
import { readerLock, schemaOf } from '@groundswell/platform/read-store';
import { leafTextAt } from '../audit/compare-entries.js';
import { tileWidth } from '../read-models/log-chain/growing-tree.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { type Placed, placesOf, readEnd } from '../read-models/log-chain/places.js';

/** How the log differs from the stored chain at some events, as text; undefined when it does not. */
export type Witness = (
  streams: readonly string[],
  events: readonly StoredEvent[],
) => Promise<string | undefined>;

/** Asks the stored chain. It detects an altered log only; `audit verify` checks everything. */
export const witnessOf =
  (database: Database, eventStore: Pick<EventStore, 'goesOn'>): Witness =>
  async (streams, events) => {
    const read = <T>(work: (sql: Sql) => Promise<T>) =>
      database.transaction(work, { kind: 'snapshot', first: readerLock, schemas: [schemaOf(logChain)] });
    try {
      const end = await read(readEnd);
      if (!end) return undefined;
      const { placed } = await placesOf({ read, eventStore }, end, events);
      return await read((sql) => testify(sql, streams, placed));
    } catch (fault) {
      // A damaged chain tells nothing: its damage is reported separately.
      if (isStructural(fault)) return undefined;
      throw fault;
    }
  };

const testify = async (
  sql: Sql,
  streams: readonly string[],
  placed: readonly Placed[],
): Promise<string | undefined> => {
  const head = await logChain.queries.head(sql);
  if (!head) return undefined;
  for (const { event, ordinal } of placed) {
    const { commit } = event.position;
    if (ordinal === null) return `the event at position ${commit} was never recorded`;
    const block = await logChain.queries.block(sql, Math.floor(ordinal / tileWidth));
    const leaf = block?.hashes[ordinal % tileWidth]?.toString('hex');
    if (leaf !== leafTextAt(event, ordinal, head.version1))
      return `the event at position ${commit} is not what was recorded`;
  }
  for (const { stream, count } of (await logChain.queries.concepts(sql, streams)).values()) {
    const found = placed.filter(({ event }) => event.stream === stream).length;
    if (found !== count) return `${stream} holds ${found} events, and ${count} were recorded`;
  }
  return undefined;
};
