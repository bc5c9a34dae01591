import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, messageOf } from '@groundswell/platform';
import { checkpointFileName } from '../checkpoint-file/checkpoint-file.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { BrokenCopy, parseCopy } from './copied-checkpoints.js';

/** Checkpoints kept out of reach of anyone who can write the database. */
export interface Copies {
  readonly checkpoints: readonly NamedCheckpoint[];
  /** Copies that were changed after copying, and how that shows. */
  readonly broken: readonly string[];
  /** Copies that could not be read, and why. */
  readonly unread: readonly string[];
}

/** The checkpoints written to a directory; none while there is no file yet. */
export const writtenDown = async (directory: string | undefined): Promise<Copies> => {
  const nothing = { checkpoints: [], broken: [], unread: [] };
  if (directory === undefined) return nothing;
  const path = join(directory, checkpointFileName);
  try {
    const text = await readFile(path, 'utf8');
    return text.trim() ? { ...nothing, checkpoints: parseCopy(text).checkpoints } : nothing;
  } catch (fault) {
    if (fault instanceof BrokenCopy) return { ...nothing, broken: [`${path}: ${fault.message}`] };
    if (codeOf(fault) === 'ENOENT') return nothing;
    const why = messageOf(fault);
    return { ...nothing, unread: [`${path} could not be read: ${why}`] };
  }
};
