import {
  type Checkpoint,
  checkpointText,
  type NamedCheckpoint,
  named,
} from '../read-models/log-chain/checkpoint.js';
import { isSignedBy } from './key-statement.js';
import type { SigningKey } from './signing-key.js';

/** Creates a version 2 checkpoint with its hash and signature. */
export const signCheckpoint = (
  checkpoint: Omit<Checkpoint, 'signed'>,
  said: { readonly log: string; readonly version1: number },
  key: SigningKey,
): NamedCheckpoint => {
  const signed = { ...said, key: key.id };
  const signature = key.sign(checkpointText({ ...checkpoint, signed }));
  return named({ ...checkpoint, signed: { ...signed, signature } });
};

/** Whether a checkpoint was signed by one of these keys, and its name is the hash of its content. */
export const isSound = (checkpoint: NamedCheckpoint, keys: ReadonlyMap<string, string>): boolean => {
  const { signed } = checkpoint;
  if (named(checkpoint).hash !== checkpoint.hash) return false;
  if (!signed) return true;
  const key = keys.get(signed.key);
  return key !== undefined && isSignedBy(key, checkpointText(checkpoint), signed.signature);
};
