import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { afterEvent, type ConceptHead, isConceptStream } from '../read-models/log-chain/concept-heads.js';
import { conceptsRoot } from '../read-models/log-chain/grow.js';
import { CheckpointWatch, type Reached } from './checkpoint-watch.js';
import type { Found } from './compare-entries.js';
import { LeafChain, type Tiles } from './leaf-chain.js';

/** What the log comes to at the last event that was chained. */
export interface AtHead extends Reached {
  readonly tiles: Tiles;
}

/** The chain, worked out anew while the log runs by. */
class Recomputed {
  readonly leaves = new LeafChain();
  readonly #concepts = new Map<string, ConceptHead>();

  take({ event: { stream }, position, leaf }: Found): void {
    const hash = Buffer.from(leaf, 'hex');
    this.leaves.add(hash);
    if (!isConceptStream(stream)) return;
    const event = { stream, position: { commit: position } };
    this.#concepts.set(stream, afterEvent(this.#concepts.get(stream), event, hash));
  }

  reached(): Reached {
    return {
      count: this.leaves.count,
      chain: this.leaves.chain.toString('hex'),
      root: this.leaves.root().toString('hex'),
      concepts: conceptsRoot(this.#concepts.values()).toString('hex'),
    };
  }
}

/** What the log comes to at each checkpoint, and where the stored chain ends. */
export class Milestones {
  readonly stored: CheckpointWatch;
  readonly copied: CheckpointWatch;
  readonly #recomputed = new Recomputed();
  readonly #end: bigint;
  #atHead: AtHead | undefined;

  /** @param end position of the last event that was chained */
  constructor(end: bigint, stored: readonly NamedCheckpoint[], copied: readonly NamedCheckpoint[]) {
    this.#end = end;
    this.stored = new CheckpointWatch(stored);
    this.copied = new CheckpointWatch(copied);
  }

  get count(): number {
    return this.#recomputed.leaves.count;
  }

  take(found: Found): void {
    const { position } = found;
    const behindHead = !this.#atHead && position > this.#end;
    if (behindHead || this.stored.isDue(position) || this.copied.isDue(position)) {
      const reached = this.#recomputed.reached();
      this.stored.reach(position, reached);
      this.copied.reach(position, reached);
      if (behindHead) this.#note(reached);
    }
    this.#recomputed.take(found);
  }

  /** The log is at its end, at position `last`. */
  finish(last: bigint): { readonly atHead: AtHead; readonly atEnd: Reached } {
    const atEnd = this.#recomputed.reached();
    this.stored.finish(last, atEnd);
    this.copied.finish(last, atEnd);
    return { atHead: this.#atHead ?? this.#note(atEnd), atEnd };
  }

  #note(reached: Reached): AtHead {
    this.#atHead = { ...reached, tiles: this.#recomputed.leaves.tiles() };
    return this.#atHead;
  }
}
