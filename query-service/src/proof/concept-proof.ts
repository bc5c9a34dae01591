import { type ConceptProof, streamOf } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { EventStore, StoredEvent } from '@groundswell/platform/event-store';
import type { ReadStore } from '@groundswell/platform/read-store';
import {
  type ChainEnd,
  type ChainHead,
  type ConceptHead,
  checkpointOf,
  formAt,
  headLeaves,
  instantOf,
  logChain,
  type NamedCheckpoint,
  newestSignedUpTo,
  type Placed,
  placesOf,
  privateHashOf,
  readEnd,
  recordOf,
  TreeReader,
  treeOver,
} from '@groundswell/projections';

export interface Present {
  readonly head: ChainHead & { readonly root: Buffer };
  readonly end: ChainEnd;
  readonly concepts: ReadonlyMap<string, ConceptHead>;
  /** The newest checkpoint. */
  readonly checkpoint: NamedCheckpoint | null;
  readonly published: NamedCheckpoint;
}

/** The stored tree. Reads each tile at most once. */
export const storedTree = (sql: Sql): TreeReader => {
  const tiles = new Map<string, Promise<Buffer[]>>();
  return new TreeReader((level, number) => {
    const key = `${level}/${number}`;
    const tile = tiles.get(key) ?? logChain.queries.tile(sql, level, number);
    tiles.set(key, tile);
    return tile;
  });
};

/** What is published now. Undefined before the first event. */
export const readPresent = async (sql: Sql): Promise<Present | undefined> => {
  const [head, end] = [await logChain.queries.head(sql), await readEnd(sql)];
  if (!head || !end) return undefined;
  const concepts = await logChain.queries.concepts(sql);
  const signed = await newestSignedUpTo(sql, head.count);
  const [ofDay = null] = signed ? [] : await logChain.queries.checkpoints(sql, undefined, 1);
  const checkpoint = signed ?? ofDay;
  return { head, end, concepts, checkpoint, published: checkpointOf(head, head.root, concepts.values()) };
};

const hex = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));

/** Numbers hashes in order of first use, so that hashes shared by several paths are sent once. */
const numbering = () => {
  const numbers = new Map<string, number>();
  return {
    numberOf(hash: Buffer): number {
      const text = hash.toString('hex');
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    all: (): string[] => [...numbers.keys()],
  };
};

const conceptOf = async (stream: string, { concepts }: Present): Promise<ConceptProof['concept']> => {
  const known = concepts.get(stream);
  if (!known) return null;
  const { streams, leaves } = headLeaves(concepts.values());
  const index = streams.indexOf(stream);
  return {
    stream,
    count: known.count,
    index,
    size: streams.length,
    path: hex(await treeOver(leaves).inclusion(index, streams.length)),
  };
};

/** Events of the log as the chain knows them, without those too new for it. */
export const placesIn = (
  store: ReadStore,
  eventStore: EventStore,
  { end }: Present,
  stored: readonly StoredEvent[],
): Promise<Placed[]> =>
  placesOf({ eventStore, read: async (work) => (await store.read([logChain], work)).value }, end, stored);

/** The path from events of the log, all of them before the head, to what is published. */
export const proofOf = async (
  sql: Sql,
  present: Present,
  placed: readonly Placed[],
): Promise<Pick<ConceptProof, 'events' | 'nodes' | 'since_checkpoint'>> => {
  const { head, checkpoint } = present;
  const tree = storedTree(sql);
  const nodes = numbering();
  const events: ConceptProof['events'] = [];
  for (const { event, ordinal: index } of placed) {
    const path = index === null ? [] : await tree.inclusion(index, head.count);
    events.push({
      record: recordOf(event, formAt(index, head.version1)),
      position: event.position.commit.toString(),
      recorded_at: instantOf(event.recordedAt),
      private_hash: privateHashOf(event).toString('hex'),
      index,
      path: path.map(nodes.numberOf),
    });
  }
  return {
    events,
    nodes: nodes.all(),
    since_checkpoint: checkpoint && {
      first: checkpoint.count,
      second: head.count,
      path: hex(await tree.consistency(checkpoint.count, head.count)),
    },
  };
};

/**
 * The stored events of a concept now, and the path from them to the published head. The chain is read first:
 * whatever it covers must then be found in the log.
 * @returns undefined when neither the log nor the chain knows the concept
 */
export const proveConcept = async (
  store: ReadStore,
  eventStore: EventStore,
  conceptId: string,
): Promise<ConceptProof | undefined> => {
  const stream = streamOf('concept', conceptId);
  const { value: present } = await store.read([logChain], readPresent);
  if (!present) return undefined;
  const stored = await eventStore.readStoredStream(stream);
  const placed = await placesIn(store, eventStore, present, stored);
  const concept = await conceptOf(stream, present);
  if (!concept && placed.length === 0) return undefined;
  const { value: proof } = await store.read([logChain], (sql) => proofOf(sql, present, placed));
  return {
    head: present.published,
    checkpoint: present.checkpoint,
    concept,
    waiting: stored.length - placed.length,
    ...proof,
  };
};
