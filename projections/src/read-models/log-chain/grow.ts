import type { StoredEvent } from '@groundswell/platform/event-store';
import { type BlockBytes, emptyBlock, GrowingBlock } from './block.js';
import { type NamedCheckpoint, named } from './checkpoint.js';
import { afterEvent, apart, type ConceptHead, headLeaves, isConceptStream } from './concept-heads.js';
import { formAt, leafOf } from './event-record.js';
import { type Edge, GrowingTree, type Tile, tileWidth } from './growing-tree.js';
import { chainStart, linked } from './hashes.js';

/** The end of the chain. */
export interface ChainHead {
  readonly position: bigint;
  readonly count: number;
  /** When the last event was recorded, ISO 8601. */
  readonly time: string;
  /** The latest UTC day on which an event was recorded. */
  readonly day: string;
  readonly chain: Buffer;
  /** `hash` of the last checkpoint. */
  readonly previous: string | null;
  /**
   * Events from the start of the log that are hashed as version 1, and whose days have checkpoints of version
   * 1.
   */
  readonly version1: number;
}

export const nothingYet: ChainHead = {
  position: 0n,
  count: 0,
  time: '',
  day: '',
  chain: chainStart,
  previous: null,
  version1: 0,
};

/** Everything needed to extend the chain. */
export interface ChainState {
  readonly head: ChainHead;
  /** The block that is not full yet. */
  readonly block: BlockBytes;
  /** The tiles of the tree that are not full yet, leaves first. */
  readonly edges: readonly Edge[];
  /** Heads of the concepts that the events belong to, or of all concepts if a day ends among the events. */
  readonly concepts: ReadonlyMap<string, ConceptHead>;
}

/** Changes since the last hand-over. */
export interface Grown {
  readonly head: ChainHead;
  readonly root: Buffer;
  readonly blocks: readonly BlockBytes[];
  readonly tiles: readonly Tile[];
  readonly concepts: ReadonlyMap<string, ConceptHead>;
  readonly checkpoints: readonly NamedCheckpoint[];
}

const millisecondsOfDay = 86_400_000;
/** Length of the date at the start of an ISO 8601 instant. */
const dayLength = 10;

/** Whether an event may close a day: it is from a later UTC day than the chain so far, and of version 1. */
export const mayCloseDay = (
  { recordedAt }: Pick<StoredEvent, 'recordedAt'>,
  { day, count, version1 }: Pick<ChainHead, 'day' | 'count' | 'version1'>,
): boolean => count < version1 && (day === '' || recordedAt.getTime() >= Date.parse(day) + millisecondsOfDay);

/** Root over the heads of all concepts. */
export const conceptsRoot = (heads: Iterable<ConceptHead>): Buffer => {
  const tree = new GrowingTree([]);
  for (const leaf of headLeaves(heads).leaves) tree.add(leaf);
  return tree.root();
};

/** The checkpoint of a head: shown to visitors as the current one, and stored at the end of a day. */
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
    signed: null,
  });

/**
 * The part of the chain needed in memory to extend it. Events are added in log order. Time comes from the log, so
 * the same log gives the same rows and checkpoints, regardless of when changes are handed over. The first event of a
 * later day closes a version 1 day.
 */
export class GrowingChain {
  #head: ChainHead;
  #block: GrowingBlock;
  readonly #tree: GrowingTree;
  readonly #concepts: Map<string, ConceptHead>;
  #blocks: GrowingBlock[];
  #moved = new Map<string, ConceptHead>();
  #checkpoints: NamedCheckpoint[] = [];

  constructor({ head, block, edges, concepts }: ChainState) {
    this.#head = head;
    this.#block = new GrowingBlock(block);
    this.#tree = new GrowingTree(edges);
    this.#concepts = new Map(concepts);
    this.#blocks = [this.#block];
  }

  get head(): ChainHead {
    return this.#head;
  }

  add(event: StoredEvent): void {
    const time = event.recordedAt.toISOString();
    const day = time.slice(0, dayLength);
    const before = this.#head;
    const closesDay = before.count > 0 && before.count < before.version1 && day > before.day;
    const previous = closesDay ? this.#closeDay() : before.previous;
    const leaf = leafOf(event, formAt(before.count, before.version1));
    this.#tree.add(leaf);
    this.#note(event, leaf);
    if (isConceptStream(event.stream)) {
      const after = afterEvent(this.#concepts.get(event.stream), event, leaf);
      this.#concepts.set(event.stream, after);
      this.#moved.set(event.stream, after);
    }
    this.#head = {
      position: event.position.commit,
      count: before.count + 1,
      time,
      day: day > before.day ? day : before.day,
      chain: linked(before.chain, leaf),
      previous,
      version1: before.version1,
    };
  }

  /** Returns the changes since the last call. */
  handOver(): Grown {
    const grown = {
      head: this.#head,
      root: this.#tree.root(),
      blocks: this.#blocks.filter(({ count }) => count > 0).map((block) => block.bytes()),
      tiles: this.#tree.handOver(),
      concepts: this.#moved,
      checkpoints: this.#checkpoints,
    };
    this.#blocks = [this.#block];
    for (const [stream, head] of this.#moved) this.#concepts.set(stream, apart(head));
    this.#moved = new Map();
    this.#checkpoints = [];
    return grown;
  }

  #closeDay(): string {
    const checkpoint = checkpointOf(this.#head, this.#tree.root(), this.#concepts.values());
    this.#checkpoints.push(checkpoint);
    return checkpoint.hash;
  }

  #note({ position, id }: StoredEvent, leaf: Buffer): void {
    if (this.#block.count === tileWidth) {
      this.#block = new GrowingBlock(emptyBlock(this.#block.number + 1));
      this.#blocks.push(this.#block);
    }
    this.#block.add(position.commit, id, leaf);
  }
}
