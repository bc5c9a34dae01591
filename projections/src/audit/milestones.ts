import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { afterEvent, type ConceptHead, isConceptStream } from '../read-models/log-chain/concept-heads.js';
import { conceptsRoot } from '../read-models/log-chain/grow.js';
import { CheckpointWatch, type Reached } from './checkpoint-watch.js';
import { type Found, leafTextAt } from './compare-entries.js';
import { LeafChain, type Tiles } from './leaf-chain.js';

/** The recomputed facts at the last chained event. */
export interface AtHead extends Reached {
  readonly tiles: Tiles;
}

/** Recomputes the chain during a pass over the log. */
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

/**
 * Possible numbers of version 1 events where the stored chain is wrong or lost: as signed copies have it, and
 * all of them for a copy of version 1, which does not tell.
 */
const othersIn = (copied: readonly NamedCheckpoint[], stored: number): number[] => {
  const told = copied.flatMap(({ signed, count }) => signed?.version1 ?? (count > stored ? [allOfThem] : []));
  return [...new Set(told)].filter((version1) => version1 !== stored).slice(0, mostWays);
};

const allOfThem = Number.MAX_SAFE_INTEGER;
/** Additional ways of hashing to try besides the stored chain's. Each costs as much again. */
const mostWays = 3;

/** Recomputes the facts of the log at each checkpoint and at the end of the stored chain. */
export class Milestones {
  readonly stored: CheckpointWatch;
  readonly copied: CheckpointWatch;
  readonly #recomputed = new Recomputed();
  /** Recomputed with the copies' number of version 1 events, where the stored chain has another. */
  readonly #asCopied: readonly { readonly version1: number; readonly recomputed: Recomputed }[];
  readonly #chained: number;
  #last = 0n;
  #atHead: AtHead | undefined;

  /**
   * @param chained number of chained events
   * @param version1 number of version 1 events according to the stored chain
   */
  constructor(
    chained: number,
    version1: number,
    stored: readonly NamedCheckpoint[],
    copied: readonly NamedCheckpoint[],
  ) {
    this.#chained = chained;
    this.stored = new CheckpointWatch(stored);
    this.copied = new CheckpointWatch(copied);
    this.#asCopied = othersIn(copied, version1).map((other) => ({
      version1: other,
      recomputed: new Recomputed(),
    }));
  }

  get count(): number {
    return this.#recomputed.leaves.count;
  }

  take(found: Found): void {
    const behindHead = !this.#atHead && this.count >= this.#chained;
    if (behindHead || this.stored.isDue(this.count) || this.copied.isDue(this.count)) {
      const reached = this.#recomputed.reached();
      this.stored.reach(this.#last, [reached]);
      this.copied.reach(this.#last, [reached, ...this.#reachedAsCopied()]);
      if (behindHead) this.#note(reached);
    }
    this.#last = found.position;
    this.#recomputed.take(found);
    for (const { version1, recomputed } of this.#asCopied) {
      recomputed.take({ ...found, leaf: leafTextAt(found.event, found.ordinal, version1) });
    }
  }

  /** Call at the end of the log. */
  finish(): { readonly atHead: AtHead; readonly atEnd: Reached } {
    const atEnd = this.#recomputed.reached();
    this.stored.finish(this.#last, [atEnd]);
    this.copied.finish(this.#last, [atEnd, ...this.#reachedAsCopied()]);
    return { atHead: this.#atHead ?? this.#note(atEnd), atEnd };
  }

  #reachedAsCopied(): Reached[] {
    return this.#asCopied.map(({ recomputed }) => recomputed.reached());
  }

  #note(reached: Reached): AtHead {
    this.#atHead = { ...reached, tiles: this.#recomputed.leaves.tiles() };
    return this.#atHead;
  }
}
