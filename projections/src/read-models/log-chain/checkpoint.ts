import { sha256 } from './hashes.js';

/** A summary of everything recorded up to a position, small enough for anyone to keep. Hashes are hexadecimal. */
export interface Checkpoint {
  /** Log position of its last event. */
  readonly position: string;
  /** Number of events up to there. */
  readonly count: number;
  /** When the last of them was recorded, by the log's own time, ISO 8601. */
  readonly time: string;
  /** Head of the hash chain over the events in log order. */
  readonly chain: string;
  /** Root of the Merkle tree over the same events. */
  readonly root: string;
  /** Root of the Merkle tree over the heads of all concepts. Proves that no event of a concept was left out. */
  readonly concepts: string;
  /** `hash` of the previous checkpoint. Null for the first. */
  readonly previous: string | null;
  /** Its signature. Null for version 1, which was not signed. */
  readonly signed: Signed | null;
}

/** The fields that version 2 adds, and the signature. */
interface Signed {
  /** Id of the first event of the log. */
  readonly log: string;
  /** Number of events at the start of the log that are hashed as version 1. */
  readonly version1: number;
  /** Id of the key. */
  readonly key: string;
  /** Ed25519 over the text, base64. */
  readonly signature: string;
}

/** A checkpoint with its name: the hash of its content. */
export interface NamedCheckpoint extends Checkpoint {
  readonly hash: string;
}

/** The hashed text: one line per fact, in this order, each ended by a line feed. */
export const checkpointText = ({
  signed,
  ...checkpoint
}: Omit<Checkpoint, 'signed'> & { readonly signed: Omit<Signed, 'signature'> | null }): string =>
  [
    `groundswell checkpoint ${signed ? 2 : 1}`,
    ...(signed ? [`log ${signed.log}`] : []),
    `position ${checkpoint.position}`,
    `count ${checkpoint.count}`,
    ...(signed ? [`version1 ${signed.version1}`] : []),
    `time ${checkpoint.time}`,
    `chain ${checkpoint.chain}`,
    `root ${checkpoint.root}`,
    `concepts ${checkpoint.concepts}`,
    `previous ${checkpoint.previous ?? '-'}`,
    ...(signed ? [`key ${signed.key}`] : []),
    '',
  ].join('\n');

/** Adds its hash to a checkpoint. */
export const named = (checkpoint: Checkpoint): NamedCheckpoint => ({
  ...checkpoint,
  hash: sha256(checkpointText(checkpoint)).toString('hex'),
});
