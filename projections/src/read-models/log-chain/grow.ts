import type { StoredEvent } from '@groundswell/platform/event-store';
import { type NamedCheckpoint, named } from './checkpoint.js';
import { afterEvent, type ConceptHead, headLeaves, isConceptStream } from './concept-heads.js';
import { leafOf } from './event-record.js';
import { type Edge, GrowingTree, tileWidth } from './growing-tree.js';
import { chainStart, linked } from './hashes.js';

/** What is kept of each event, 256 in a row: enough to say later what became of which. */
export interface Block {
  readonly number: number;
  readonly positions: bigint[];
  readonly ids: Buffer[];
  readonly hashes: Buffer[];
}

/** Where the chain ends. */
export interface ChainHead {
  readonly position: bigint;
  readonly count: number;
  /** When the last event was recorded, ISO 8601. */
  readonly time: string;
  /** The latest UTC day on which something was recorded so far. */
  readonly day: string;
  readonly chain: Buffer;
  /** `hash` of the last checkpoint. */
  readonly previous: string | null;
}

export const nothingYet: ChainHead = {
  position: 0n,
  count: 0,
  time: '',
  day: '',
  chain: chainStart,
  previous: null,
};

/** All that is needed to go on. */
export interface Standing {
  readonly head: ChainHead;
  /** The block that is not full. */
  readonly block: Block;
  /** The tiles of the tree that are not full, leaves first. */
  readonly edges: readonly Edge[];
  /** Heads of the concepts that the events belong to; of all concepts where a day ends among the events. */
  readonly concepts: ReadonlyMap<string, ConceptHead>;
}

/** What a batch has changed. */
export interface Grown {
  readonly head: ChainHead;
  readonly root: Buffer;
  readonly blocks: readonly Block[];
  readonly tiles: readonly { level: number; number: number; hashes: readonly Buffer[] }[];
  readonly concepts: ReadonlyMap<string, ConceptHead>;
  readonly checkpoints: readonly NamedCheckpoint[];
}

const millisecondsOfDay = 86_400_000;
/** Characters of a calendar day at the beginning of an instant. */
const dayLength = 10;

/** Whether an event was recorded on a later UTC day than those of the chain so far. */
export const isOfLaterDay = (
  { recordedAt }: Pick<StoredEvent, 'recordedAt'>,
  { day }: Pick<ChainHead, 'day'>,
): boolean => day === '' || recordedAt.getTime() >= Date.parse(day) + millisecondsOfDay;

/** Root over how far each concept has come. */
export const conceptsRoot = (heads: Iterable<ConceptHead>): Buffer => {
  const tree = new GrowingTree([]);
  for (const leaf of headLeaves(heads).leaves) tree.add(leaf);
  return tree.root();
};

/** The checkpoint of a head: what a visitor sees as the present one, and what stays of a day. */
export const checkpointOf = (
  { position, count, time, chain, previous }: ChainHead,
  root: Buffer,
  concepts: Iterable<ConceptHead>,
): NamedCheckpoint =>
  named({
    position: position.toString(),
    count,
    time,
    chain: chain.toString('hex'),
    root: root.toString('hex'),
    concepts: conceptsRoot(concepts).toString('hex'),
    previous,
  });

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/**
 * Adds events to the chain, in the order of the log. Pure: the time is the log's own, so the same log gives the same
 * rows and the same checkpoints however it is cut into batches. A day is closed by the first event of a later one.
 */
export const grow = (standing: Standing, events: readonly StoredEvent[]): Grown => {
  const head: { -readonly [Fact in keyof ChainHead]: ChainHead[Fact] } = { ...standing.head };
  let block = copyOf(standing.block);
  const tree = new GrowingTree(standing.edges);
  const concepts = new Map(standing.concepts);
  const moved = new Map<string, ConceptHead>();
  const blocks = new Map([[block.number, block]]);
  const checkpoints: NamedCheckpoint[] = [];
  for (const event of events) {
    const time = event.recordedAt.toISOString();
    const day = time.slice(0, dayLength);
    if (head.count > 0 && day > head.day) {
      const checkpoint = checkpointOf(head, tree.root(), concepts.values());
      checkpoints.push(checkpoint);
      head.previous = checkpoint.hash;
    }
    const leaf = leafOf(event);
    tree.add(leaf);
    if (block.hashes.length === tileWidth) {
      block = emptyBlock(block.number + 1);
      blocks.set(block.number, block);
    }
    block.positions.push(event.position.commit);
    block.ids.push(idBytes(event.id));
    block.hashes.push(leaf);
    if (isConceptStream(event.stream)) {
      const after = afterEvent(concepts.get(event.stream), event, leaf);
      concepts.set(event.stream, after);
      moved.set(event.stream, after);
    }
    head.position = event.position.commit;
    head.count += 1;
    head.time = time;
    if (day > head.day) head.day = day;
    head.chain = linked(head.chain, leaf);
  }
  const written = [...blocks.values()].filter(({ hashes }) => hashes.length > 0);
  return {
    head,
    root: tree.root(),
    blocks: written,
    tiles: [...tree.written.values()],
    concepts: moved,
    checkpoints,
  };
};

export const emptyBlock = (number: number): Block => ({ number, positions: [], ids: [], hashes: [] });

const copyOf = ({ number, positions, ids, hashes }: Block): Block => ({
  number,
  positions: [...positions],
  ids: [...ids],
  hashes: [...hashes],
});
