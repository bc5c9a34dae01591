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
    | 'events were altered or reordered';
  /** Up to this position another checkpoint confirms everything; null when none does. */
  readonly soundUpTo: string | null;
}

/** Checks a series of checkpoints during one pass over the log. */
export class CheckpointWatch {
  readonly mismatches: Mismatch[] = [];
  matching = 0;
  #soundUpTo: string | null = null;
  #next = 0;
  readonly #checkpoints: readonly NamedCheckpoint[];

  constructor(checkpoints: readonly NamedCheckpoint[]) {
    this.#checkpoints = [...checkpoints].sort((one, other) =>
      Number(BigInt(one.position) - BigInt(other.position)),
    );
  }

  /** Whether a checkpoint ends before an event at this position. */
  isDue(position: bigint): boolean {
    const next = this.#checkpoints[this.#next];
    return next !== undefined && BigInt(next.position) < position;
  }

  /**
   * Compares the checkpoints before `position` once all their events were read.
   * @param reached the recomputed facts, one entry per way in which events may have been hashed
   */
  reach(position: bigint, reached: readonly Reached[]): void {
    for (; this.isDue(position); this.#next += 1) {
      const checkpoint = this.#checkpoints[this.#next];
      if (checkpoint) this.#compare(checkpoint, reached);
    }
  }

  /** Call at the end of the log, at position `last`. */
  finish(last: bigint, reached: readonly Reached[]): void {
    this.reach(last + 1n, reached);
    for (const { position, hash } of this.#checkpoints.slice(this.#next)) {
      this.mismatches.push({ position, hash, why: 'the log ends before it', soundUpTo: this.#soundUpTo });
    }
    this.#next = this.#checkpoints.length;
  }

  #compare({ position, hash, ...said }: NamedCheckpoint, reached: readonly Reached[]): void {
    const facts = ['count', 'chain', 'root', 'concepts'] as const;
    const same = reached.some((each) => facts.every((fact) => said[fact] === each[fact]));
    if (same) {
      this.matching += 1;
      this.#soundUpTo = position;
      return;
    }
    const more = (reached[0]?.count ?? 0) - said.count;
    const why =
      more > 0 ? 'events were added' : more < 0 ? 'events were removed' : 'events were altered or reordered';
    this.mismatches.push({ position, hash, why, soundUpTo: this.#soundUpTo });
  }
}
