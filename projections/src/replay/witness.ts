import { type Database, type Sql, unlessStructural } from '@groundswell/platform/database';
import type { EventStore, StoredEvent } from '@groundswell/platform/event-store';
import { asReader, schemaOf } from '@groundswell/platform/read-store';
import { leafTextAt } from '../audit/compare-entries.js';
import { tileWidth } from '../read-models/log-chain/growing-tree.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { type ChainEnd, type Placed, placesOf, readEnd } from '../read-models/log-chain/places.js';

/** How the log differs from the stored chain at some events, as text; undefined when it does not. */
type Testimony = (events: readonly StoredEvent[]) => Promise<string | undefined>;

/** Notes what the chain holds of some streams, which are read afterwards: whatever it holds must then be found in them. */
export type Witness = (streams: readonly string[]) => Promise<Testimony>;

/** What the chain held at one moment. */
interface Noted {
  readonly end: ChainEnd;
  readonly version1: number;
  readonly counts: ReadonlyMap<string, number>;
}

const note = async (sql: Sql, streams: readonly string[]): Promise<Noted | undefined> => {
  const [end, head] = [await readEnd(sql), await logChain.queries.head(sql)];
  if (!end || !head) return undefined;
  const concepts = await logChain.queries.concepts(sql, streams);
  const counts = new Map([...concepts.values()].map(({ stream, count }) => [stream, count]));
  return { end, version1: head.version1, counts };
};

/**
 * Asks the stored chain. It detects an altered log only; `audit verify` checks everything. A damaged chain tells nothing: its
 * damage is reported separately.
 */
export const witnessOf =
  (database: Database, eventStore: Pick<EventStore, 'goesOn'>): Witness =>
  async (streams) => {
    const read = <T>(work: (sql: Sql) => Promise<T>) =>
      database.transaction(work, { ...asReader, schemas: [schemaOf(logChain)] });
    const noted = await unlessStructural(read((sql) => note(sql, streams)));
    if (!noted) return async () => undefined;
    const testify = async (events: readonly StoredEvent[]) => {
      const placed = await placesOf({ read, eventStore }, noted.end, events);
      return read((sql) => compare(sql, noted, placed));
    };
    return (events) => unlessStructural(testify(events));
  };

const compare = async (
  sql: Sql,
  { version1, counts }: Noted,
  placed: readonly Placed[],
): Promise<string | undefined> => {
  for (const { event, ordinal } of placed) {
    const { commit } = event.position;
    if (ordinal === null) return `the event at position ${commit} was never recorded`;
    const block = await logChain.queries.block(sql, Math.floor(ordinal / tileWidth));
    const leaf = block?.hashes[ordinal % tileWidth]?.toString('hex');
    if (leaf !== leafTextAt(event, ordinal, version1))
      return `the event at position ${commit} is not what was recorded`;
  }
  for (const [stream, count] of counts) {
    const found = placed.filter(({ event }) => event.stream === stream).length;
    if (found !== count) return `${stream} holds ${found} events, and ${count} were recorded`;
  }
  return undefined;
};
