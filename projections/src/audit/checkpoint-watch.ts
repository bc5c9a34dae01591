import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';

/** The recomputed facts of a log at the position of a checkpoint. */
export interface Reached {
  readonly count: number;
  readonly chain: string;
  readonly root: string;
  readonly concepts: string;
}

/** A checkpoint that the log does not lead to. */
export interface Mismatch {
  readonly position: string;
  readonly hash: string;
  /** The log ends before the checkpoint, holds more or fewer events up to it, or different ones. */
  readonly why:
    | 'the log ends before it'
    | 'events were removed'
    | 'events were added'
    | 'events were altered or reordered'
    | 'events were altered, added or removed';
  /** Up to this position another checkpoint confirms everything; null when none does. */
  readonly soundUpTo: string | null;
}

/** Checks a series of checkpoints during one pass over the log. Their counts stay when a log moves, their positions do not. */
export class CheckpointWatch {
  readonly mismatches: Mismatch[] = [];
  matching = 0;
  #soundUpTo: string | null = null;
  /** Whether the last match was where it was signed, so that positions still tell what was done. */
  #inPlace = false;
  #next = 0;
  readonly #checkpoints: readonly NamedCheckpoint[];

  constructor(checkpoints: readonly NamedCheckpoint[]) {
    this.#checkpoints = [...checkpoints].sort((one, other) => one.count - other.count);
  }

  /** Whether a checkpoint ends after this many events. */
  isDue(count: number): boolean {
    const next = this.#checkpoints[this.#next];
    return next !== undefined && next.count <= count;
  }

  /**
   * Compares the checkpoints whose events were all read.
   * @param last position of the last event read
   * @param reached the recomputed facts, one entry per way in which events may have been hashed
   */
  reach(last: bigint, reached: readonly Reached[]): void {
    for (; this.isDue(reached[0]?.count ?? 0); this.#next += 1) {
      const checkpoint = this.#checkpoints[this.#next];
      if (checkpoint) this.#compare(checkpoint, last, reached);
    }
  }

  /** Call at the end of the log, at position `last`. */
  finish(last: bigint, reached: readonly Reached[]): void {
    this.reach(last, reached);
    for (const { position, hash } of this.#checkpoints.slice(this.#next)) {
      const isPassed = this.#inPlace && BigInt(position) <= last;
      const why = isPassed ? 'events were removed' : 'the log ends before it';
      this.mismatches.push({ position, hash, why, soundUpTo: this.#soundUpTo });
    }
    this.#next = this.#checkpoints.length;
  }

  #compare({ position, hash, ...said }: NamedCheckpoint, last: bigint, reached: readonly Reached[]): void {
    const facts = ['count', 'chain', 'root', 'concepts'] as const;
    const same = reached.some((each) => facts.every((fact) => said[fact] === each[fact]));
    if (same) {
      this.matching += 1;
      this.#soundUpTo = last.toString();
      this.#inPlace = BigInt(position) === last;
      return;
    }
    this.mismatches.push({
      position,
      hash,
      why: this.#whyAt(BigInt(position), last),
      soundUpTo: this.#soundUpTo,
    });
  }

  #whyAt(position: bigint, last: bigint): Mismatch['why'] {
    if (position === last) return 'events were altered or reordered';
    if (!this.#inPlace) return 'events were altered, added or removed';
    return position < last ? 'events were removed' : 'events were added';
  }
}
