import { counted } from '@groundswell/platform/operator';
import { isSound } from '../checkpoints/sign-checkpoint.js';
import { type NamedCheckpoint, named } from '../read-models/log-chain/checkpoint.js';
import { conceptsRoot } from '../read-models/log-chain/grow.js';
import type { LeafChain, Tiles } from './leaf-chain.js';
import type { AtHead } from './milestones.js';
import type { StoredChain, StoredSigned } from './stored-chain.js';

/** Parts of the stored head that do not follow from the log. */
export const differingHead = ({ head }: StoredChain, atHead: AtHead): string[] => {
  const facts = [
    ['the number of events at its head', head.count, atHead.count],
    ['its head', head.chain.toString('hex'), atHead.chain],
    ['its root', head.root.toString('hex'), atHead.root],
  ] as const;
  return facts.filter(([, said, is]) => said !== is).map(([name]) => name);
};

/** Whether the head follows from the recorded events. */
export const followsFromLeaves = ({ head }: StoredChain, leaves: LeafChain): boolean =>
  head.count === leaves.count && head.chain.equals(leaves.chain) && head.root.equals(leaves.root());

/** Concepts whose heads differ between the log and the chain; their root alone does not show which. */
export const differingConcepts = ({ concepts }: StoredChain, atHead: AtHead): string[] =>
  !concepts || conceptsRoot(concepts.values()).toString('hex') === atHead.concepts
    ? []
    : ['the heads of the concepts'];

/** Heads recorded at another place than the last chained event. */
export const misplacedHead = ({ head, end }: StoredChain): string[] =>
  head.position === end ? [] : ['the position of its head'];

interface CheckpointRows {
  /** Checkpoints with a valid hash or signature. */
  readonly sound: readonly NamedCheckpoint[];
  readonly damage: readonly string[];
}

/**
 * Checks the stored chain's own checkpoints: each must match its own hash and the next one's link. A row that does
 * not was changed.
 */
export const soundCheckpoints = (chain: StoredChain | undefined): CheckpointRows => {
  if (!chain?.checkpoints) return { sound: [], damage: [] };
  const { checkpoints, head } = chain;
  const sound: NamedCheckpoint[] = [];
  const damage: string[] = [];
  let before: { readonly hash: string | null; readonly sound: boolean } = { hash: null, sound: true };
  for (const row of checkpoints.toReversed()) {
    const isSound = named(row).hash === row.hash;
    if (isSound) sound.push(row);
    else damage.push(`the checkpoint of position ${row.position}`);
    const follows = row.previous === before.hash;
    if (isSound && before.sound && !follows) damage.push(`the checkpoint before position ${row.position}`);
    before = { hash: row.hash, sound: isSound };
  }
  if (before.sound && head.previous !== before.hash) damage.push('the last checkpoint');
  return { sound, damage };
};

/**
 * Checks signed checkpoints: each must be signed and link to the previous one. Those of an earlier series are not
 * compared with the log.
 */
export const soundSigned = (
  { signed, ofSeries, keys }: StoredSigned,
  chain: StoredChain | undefined,
): CheckpointRows => {
  const sound: NamedCheckpoint[] = [];
  const damage: string[] = [];
  let before = chain?.checkpoints?.[0]?.hash ?? null;
  for (const [index, row] of signed.toReversed().entries()) {
    const isCompared = index >= signed.length - ofSeries;
    if (!isSound(row, keys)) damage.push(`the signed checkpoint of ${row.count} events`);
    else if (isCompared) sound.push(row);
    // The first checkpoint names the last event of version 1 at the time, in a chain that may have been set
    // aside since.
    const isFirst = index === 0;
    if (row.previous !== before && !isFirst) {
      damage.push(`the signed checkpoint before that of ${row.count} events`);
    }
    before = row.hash;
  }
  return { sound, damage };
};

/** Copied signed checkpoints that are missing from the database. */
export const missingAmong = ({ signed }: StoredSigned, copied: readonly NamedCheckpoint[]): string[] => {
  const stored = new Set(signed.map(({ hash }) => hash));
  const missing = copied.filter((each) => each.signed && !stored.has(each.hash)).length;
  return missing === 0
    ? []
    : [`${counted(missing, 'signed checkpoint')} of the copies missing in the database`];
};

/** Tiles of the tree that follow neither from the log nor from the recorded events. */
export const damagedTiles = async (
  { tile, hasTiles }: StoredChain,
  fromLog: Tiles,
  fromLeaves: Tiles,
): Promise<string[]> => {
  if (!hasTiles) return [];
  const damage: string[] = [];
  for (const [place, expected] of new Map([...fromLeaves, ...fromLog])) {
    const stored = await tile(expected.level, expected.number);
    // The chain may have advanced meanwhile. A tile only grows.
    const begins = (bytes: Buffer | undefined) =>
      bytes !== undefined && stored.subarray(0, bytes.length).equals(bytes);
    if (begins(fromLog.get(place)?.bytes) || begins(fromLeaves.get(place)?.bytes)) continue;
    damage.push(`tile ${expected.number} of level ${expected.level} of its tree`);
  }
  return damage;
};
