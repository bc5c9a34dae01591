import { sha256 } from './hashes.js';

/** Everything that was recorded up to a position, in a few lines that anybody can keep. Hashes are hexadecimal. */
export interface Checkpoint {
  /** Log position of its last event. */
  readonly position: string;
  /** Events up to there. */
  readonly count: number;
  /** When the last of them was recorded: the log's own time, ISO 8601. */
  readonly time: string;
  /** Head of the hash chain over the events in the order of the log. */
  readonly chain: string;
  /** Root of the Merkle tree over the same events. */
  readonly root: string;
  /** Root of the Merkle tree over how far each concept had come: tells that nothing of one was left out. */
  readonly concepts: string;
  /** `hash` of the checkpoint before; null for the first. */
  readonly previous: string | null;
}

/** A checkpoint with its name: the hash of all that it says. */
export interface NamedCheckpoint extends Checkpoint {
  readonly hash: string;
}

/** The text that is hashed: a line for each fact, in this order, each ended by a line feed. */
const checkpointText = (checkpoint: Checkpoint): string =>
  [
    'groundswell checkpoint 1',
    `position ${checkpoint.position}`,
    `count ${checkpoint.count}`,
    `time ${checkpoint.time}`,
    `chain ${checkpoint.chain}`,
    `root ${checkpoint.root}`,
    `concepts ${checkpoint.concepts}`,
    `previous ${checkpoint.previous ?? '-'}`,
    '',
  ].join('\n');

/** A checkpoint under its own hash. */
export const named = (checkpoint: Checkpoint): NamedCheckpoint => ({
  ...checkpoint,
  hash: sha256(checkpointText(checkpoint)).toString('hex'),
});
