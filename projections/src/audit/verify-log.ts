import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { afterEvent, type ConceptHead, isConceptStream } from '../read-models/log-chain/concept-heads.js';
import { conceptsRoot } from '../read-models/log-chain/grow.js';
import { GrowingTree } from '../read-models/log-chain/growing-tree.js';
import { chainStart, linked } from '../read-models/log-chain/hashes.js';
import { CheckpointWatch, type Mismatch, type Reached } from './checkpoint-watch.js';
import { classify, type Fault } from './classify.js';
import { Comparison, type Found, foundIn } from './compare-entries.js';
import { readStoredChain, type StoredChain } from './stored-chain.js';

/** What came of a check of the whole log. */
export interface Verification {
  readonly intact: boolean;
  /** Events read from the log, and the position of its last one. */
  readonly events: number;
  readonly position: string;
  /** Head of the chain over them, worked out anew. */
  readonly chain: string;
  /** What became of the log, by position; at most the first thousand. */
  readonly faults: readonly Fault[];
  readonly differing: number;
  /** Parts of the stored chain that were changed while the log was not; `replay logChain` mends them. */
  readonly record: readonly string[];
  /** Events so new that the chain does not have them yet. */
  readonly newer: number;
  /** Whether there was a stored chain to compare with. */
  readonly chained: boolean;
  readonly checkpoints: Watched;
  /** Of the copied file; null without one. */
  readonly copied: Watched | null;
}

interface Watched {
  readonly matching: number;
  readonly mismatches: readonly Mismatch[];
}

interface Check {
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Checkpoints that were copied elsewhere. */
  readonly against: readonly NamedCheckpoint[] | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (events: number, position: bigint) => void;
}

/** The chain, worked out anew while the log runs by. */
class Recomputed {
  count = 0;
  chain: Buffer = chainStart;
  readonly concepts = new Map<string, ConceptHead>();
  readonly #tree = new GrowingTree([]);

  take(stream: string, position: bigint, leaf: Buffer): void {
    this.count += 1;
    this.chain = linked(this.chain, leaf);
    this.#tree.add(leaf);
    this.#tree.handOver();
    if (!isConceptStream(stream)) return;
    const event = { stream, position: { commit: position } };
    this.concepts.set(stream, afterEvent(this.concepts.get(stream), event, leaf));
  }

  reached(): Reached {
    return {
      count: this.count,
      chain: this.chain.toString('hex'),
      root: this.#tree.root().toString('hex'),
      concepts: conceptsRoot(this.concepts.values()).toString('hex'),
    };
  }
}

/** What the log comes to at each checkpoint, and at the head of the chain. */
class Milestones {
  readonly recomputed = new Recomputed();
  readonly stored: CheckpointWatch;
  readonly copied: CheckpointWatch;
  readonly #end: bigint;
  #atHead: Reached | undefined;

  constructor(chain: StoredChain | undefined, copied: readonly NamedCheckpoint[]) {
    this.stored = new CheckpointWatch(chain?.checkpoints ?? []);
    this.copied = new CheckpointWatch(copied);
    this.#end = chain?.head.position ?? -1n;
  }

  take({ event, position, leaf }: Found): void {
    const behindHead = !this.#atHead && position > this.#end;
    if (behindHead || this.stored.isDue(position) || this.copied.isDue(position)) {
      const reached = this.recomputed.reached();
      this.stored.reach(position, reached);
      this.copied.reach(position, reached);
      if (behindHead) this.#atHead = reached;
    }
    this.recomputed.take(event.stream, position, Buffer.from(leaf, 'hex'));
  }

  finish(last: bigint): void {
    const reached = this.recomputed.reached();
    this.#atHead ??= reached;
    this.stored.finish(last, reached);
    this.copied.finish(last, reached);
  }

  get atHead(): Reached | undefined {
    return this.#atHead;
  }
}

/** What the chain stores of itself beside the events: its head, and the heads of the concepts. */
const damageOf = ({ head, concepts }: StoredChain, atHead: Reached | undefined): string[] => {
  const stored = [
    ['the number of events at its head', head.count, atHead?.count],
    ['its head', head.chain.toString('hex'), atHead?.chain],
    ['its root', head.root.toString('hex'), atHead?.root],
    ['the heads of the concepts', conceptsRoot(concepts.values()).toString('hex'), atHead?.concepts],
  ] as const;
  return stored.filter(([, said, is]) => said !== is).map(([name]) => name);
};

/**
 * Reads the log itself, works out the chain anew, and compares it with what was recorded, event by event, and with the
 * checkpoints. The read model is no witness against whoever could write it: copied checkpoints are.
 */
export const verifyLog = async ({
  database,
  eventStore,
  against,
  signal,
  onProgress,
}: Check): Promise<Verification> => {
  const stored = await readStoredChain(database);
  const comparison = new Comparison(stored?.entries() ?? nothing(), stored?.head.position ?? -1n);
  const milestones = new Milestones(stored, against ?? []);
  for await (const batch of eventStore.readStoredLog()) {
    for (const event of batch) {
      const found = foundIn(event);
      milestones.take(found);
      await comparison.take(found);
    }
    onProgress(milestones.recomputed.count, comparison.last);
    signal.throwIfAborted();
  }
  await comparison.finish();
  milestones.finish(comparison.last);
  return conclude(stored, comparison, milestones, against !== undefined);
};

async function* nothing(): AsyncGenerator<never> {}

const watched = ({ matching, mismatches }: CheckpointWatch): Watched => ({ matching, mismatches });

const conclude = (
  stored: StoredChain | undefined,
  comparison: Comparison,
  milestones: Milestones,
  hasCopy: boolean,
): Verification => {
  const damaged = stored ? damageOf(stored, milestones.atHead) : [];
  // Every event leads to the stored head: then it is not the log that was changed, but what was noted of its events.
  const recordOnly = comparison.differing > 0 && damaged.length === 0;
  const faults = stored && !recordOnly ? classify(comparison) : [];
  const record = recordOnly ? ['what it keeps of single events'] : faults.length === 0 ? damaged : [];
  const [checkpoints, copies] = [watched(milestones.stored), watched(milestones.copied)];
  const { count, chain } = milestones.recomputed;
  const wrong = faults.length + record.length + checkpoints.mismatches.length + copies.mismatches.length;
  return {
    intact: wrong === 0,
    events: count,
    position: comparison.last.toString(),
    chain: chain.toString('hex'),
    faults,
    differing: recordOnly ? 0 : comparison.differing,
    record,
    newer: stored ? comparison.newer : 0,
    chained: stored !== undefined,
    checkpoints,
    copied: hasCopy ? copies : null,
  };
};
