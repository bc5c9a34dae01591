import { type Database, isStructural, type Sql } from '@groundswell/platform/database';
import type { StoredEvent } from '@groundswell/platform/event-store';
import { readCheckpoints, readerLock, schemaOf } from '@groundswell/platform/read-store';
import { leafTextAt } from '../audit/compare-entries.js';
import { tileWidth } from '../read-models/log-chain/growing-tree.js';
import { logChain } from '../read-models/log-chain/log-chain.js';

/** How the log differs from the stored chain at some events, as text; undefined when it does not. */
export type Witness = (
  streams: readonly string[],
  events: readonly StoredEvent[],
) => Promise<string | undefined>;

/** Asks the stored chain. It detects an altered log only; `audit verify` checks everything. */
export const witnessOf =
  (database: Database): Witness =>
  async (streams, events) => {
    const [stored] = await readCheckpoints(database, [schemaOf(logChain)]);
    if (!stored) return undefined;
    const inChain = { kind: 'snapshot', first: readerLock, schemas: [schemaOf(logChain)] } as const;
    return database
      .transaction((sql) => testify(sql, streams, events), inChain)
      .catch((fault: unknown) => {
        // A damaged chain tells nothing: its damage is reported separately.
        if (isStructural(fault)) return undefined;
        throw fault;
      });
  };

const testify = async (
  sql: Sql,
  streams: readonly string[],
  events: readonly StoredEvent[],
): Promise<string | undefined> => {
  const head = await logChain.queries.head(sql);
  if (!head) return undefined;
  const chained = events.filter(({ position }) => position.commit <= head.position);
  const places = await logChain.queries.places(
    sql,
    chained.map(({ position }) => position.commit),
  );
  for (const event of chained) {
    const { commit } = event.position;
    const ordinal = places.get(commit);
    if (ordinal === undefined) return `the event at position ${commit} was never recorded`;
    const block = await logChain.queries.block(sql, Math.floor(ordinal / tileWidth));
    const leaf = block?.hashes[ordinal % tileWidth]?.toString('hex');
    if (leaf !== leafTextAt(event, ordinal, head.version1))
      return `the event at position ${commit} is not what was recorded`;
  }
  for (const { stream, count } of (await logChain.queries.concepts(sql, streams)).values()) {
    const found = chained.filter((event) => event.stream === stream).length;
    if (found !== count) return `${stream} holds ${found} events, and ${count} were recorded`;
  }
  return undefined;
};
