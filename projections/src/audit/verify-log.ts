import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import type { CheckpointWatch, Mismatch } from './checkpoint-watch.js';
import { classify, type Fault } from './classify.js';
import { Comparison, foundIn, type Recorded } from './compare-entries.js';
import {
  damagedTiles,
  differingConcepts,
  differingHead,
  followsFromLeaves,
  misplacedHead,
  missingAmong,
  soundCheckpoints,
  soundSigned,
} from './damage.js';
import { type Evidence, judge, type Verdict } from './judge.js';
import { LeafChain } from './leaf-chain.js';
import { type AtHead, Milestones } from './milestones.js';
import { readStored, type StoredChain } from './stored-chain.js';

/** Result of verifying the whole log. */
export interface Verification {
  readonly verdict: Verdict;
  readonly intact: boolean;
  /** Number of events read from the log, and the position of the last one. */
  readonly events: number;
  readonly position: string;
  /** Recomputed chain head and tree root over these events. */
  readonly chain: string;
  readonly root: string;
  /** Faults of the log by position, at most the first thousand. */
  readonly faults: readonly Fault[];
  readonly differing: number;
  /** Damaged or changed parts of the stored chain. */
  readonly record: readonly string[];
  /** Events too new to be in the chain. */
  readonly newer: number;
  /** Whether there was a stored chain to compare with. */
  readonly chained: boolean;
  /** Why the stored chain could not be read, if there is or was one; null otherwise. */
  readonly lost: string | null;
  readonly checkpoints: Watched;
  /** Result for the copied file. Null if there is none. */
  readonly copied: Watched | null;
}

interface Watched {
  readonly matching: number;
  readonly mismatches: readonly Mismatch[];
}

interface Check {
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Checkpoints copied elsewhere. */
  readonly against?: readonly NamedCheckpoint[] | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (events: number, position: bigint) => void;
}

/**
 * Reads the log, recomputes the chain, and compares it with the record, event by event, and with the
 * checkpoints. The read model is no evidence against someone who could write it: copied checkpoints are.
 */
export const verifyLog = async ({
  database,
  eventStore,
  against = [],
  signal,
  onProgress,
}: Check): Promise<Verification> => {
  const { chain, signed, lost } = await readStored(database);
  const rows = [soundCheckpoints(chain), soundSigned(signed, chain)];
  const sound = rows.flatMap((each) => each.sound);
  const damage = [...rows.flatMap((each) => each.damage), ...missingAmong(signed, against)];
  const chained = { end: chain?.end ?? -1n, count: chain?.head.count ?? 0 };
  const leaves = new LeafChain();
  const version1 = chain?.head.version1 ?? signed.signed[0]?.signed?.version1 ?? 0;
  const comparison = new Comparison(chaining(chain?.entries() ?? nothing(), leaves), chained, version1);
  const milestones = new Milestones(chained.count, version1, sound, against);
  for await (const batch of eventStore.readStoredLog()) {
    for (const event of batch) {
      const found = foundIn(event, milestones.count, version1);
      milestones.take(found);
      await comparison.take(found);
    }
    onProgress(milestones.count, comparison.last);
    signal.throwIfAborted();
  }
  await comparison.finish();
  const { atHead, atEnd } = milestones.finish();
  const refute = milestones.copied.mismatches.length > 0;
  const checkpoints = milestones.stored;
  const conclusion = chain
    ? await weigh(
        { chain, leaves, comparison, atHead, checkpoints, rows: damage },
        { refute, cover: covers(against, chained.count) },
      )
    : withoutChain({ refute, checkpoints, lost: lost === undefined ? damage : [lost, ...damage] });
  return {
    ...conclusion,
    events: milestones.count,
    position: comparison.last.toString(),
    chain: atEnd.chain,
    root: atEnd.root,
    newer: chain ? comparison.newer : 0,
    chained: chain !== undefined,
    lost: lost ?? null,
    copied: against.length > 0 ? watched(milestones.copied) : null,
  };
};

async function* nothing(): AsyncGenerator<never> {}

/** The recorded events, chained as they are read. */
async function* chaining(
  entries: AsyncIterable<readonly Recorded[]>,
  leaves: LeafChain,
): AsyncGenerator<readonly Recorded[]> {
  for await (const block of entries) {
    for (const { leaf } of block) leaves.add(Buffer.from(leaf, 'hex'));
    yield block;
  }
}

const covers = (against: readonly NamedCheckpoint[], chained: number): boolean =>
  against.some(({ count }) => count >= chained);

const watched = ({ matching, mismatches }: CheckpointWatch): Watched => ({ matching, mismatches });

type Conclusion = Pick<
  Verification,
  'verdict' | 'intact' | 'faults' | 'differing' | 'record' | 'checkpoints'
>;

interface Chainless {
  /** A copied checkpoint contradicts the log. */
  readonly refute: boolean;
  readonly checkpoints: CheckpointWatch;
  /** Missing or damaged parts of the stored evidence. */
  readonly lost: readonly string[];
}

/**
 * Without a record of single events, only signed and copied checkpoints are evidence for or against the log.
 */
const withoutChain = ({ refute, checkpoints, lost }: Chainless): Conclusion => {
  const nothingKept = lost.length === 0 && checkpoints.matching + checkpoints.mismatches.length === 0;
  const verdict = judge({
    copies: { refute, cover: false },
    stored: nothingKept
      ? null
      : {
          eventsAgree: true,
          headAgrees: true,
          headFollows: true,
          checkpointsAgree: checkpoints.mismatches.length === 0,
          damaged: lost.length > 0,
        },
  });
  return {
    verdict,
    intact: verdict === 'intact',
    faults: [],
    differing: 0,
    record: lost,
    checkpoints: watched(checkpoints),
  };
};

/** The stored chain and the recomputed facts. */
interface Sides {
  readonly chain: StoredChain;
  readonly leaves: LeafChain;
  readonly comparison: Comparison;
  readonly atHead: AtHead;
  readonly checkpoints: CheckpointWatch;
  /** Damaged checkpoint rows. */
  readonly rows: readonly string[];
}

const weigh = async (sides: Sides, copies: Evidence['copies']): Promise<Conclusion> => {
  const { chain, leaves, comparison, atHead, checkpoints, rows } = sides;
  const eventsAgree = comparison.differing === 0;
  const headFollows = followsFromLeaves(chain, leaves);
  const misplaced = misplacedHead(chain);
  const head = eventsAgree && headFollows ? [] : differingHead(chain, atHead);
  const concepts = differingConcepts(chain, atHead);
  const altered = chain.damage === undefined ? [] : [chain.damage];
  const own = [
    ...altered,
    ...rows,
    ...misplaced,
    ...(await damagedTiles(chain, atHead.tiles, leaves.tiles())),
  ];
  const verdict = judge({
    copies,
    stored: {
      eventsAgree,
      headAgrees: head.length === 0,
      headFollows,
      checkpointsAgree: checkpoints.mismatches.length === 0,
      damaged: own.length + concepts.length > 0,
    },
  });
  const apart = [...head, ...concepts, ...own];
  const conclusion = { verdict, intact: verdict === 'intact', checkpoints: watched(checkpoints) };
  if (verdict === 'chain changed') {
    const events = eventsAgree ? [] : ['what it keeps of single events'];
    const changed = checkpoints.mismatches.map(({ position }) => `the checkpoint of position ${position}`);
    const record = [...events, ...apart, ...changed];
    const matching = { matching: checkpoints.matching, mismatches: [] };
    return { ...conclusion, faults: [], differing: 0, record, checkpoints: matching };
  }
  const { differing } = comparison;
  // A changed log naturally leads to another head: only contradictions within the record are reported with
  // it.
  const record = verdict === 'log changed' && headFollows ? own : apart;
  return { ...conclusion, faults: classify(comparison), differing, record };
};
