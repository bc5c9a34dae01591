import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointFileName } from '../checkpoint-file/checkpoint-file.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import { BrokenCopy, parseCopy } from './copied-checkpoints.js';

/** Checkpoints that lie where whoever can write the database may not reach. */
export interface Copies {
  readonly checkpoints: readonly NamedCheckpoint[];
  /** Copies that are not what was copied, and why: someone has changed them. */
  readonly broken: readonly string[];
  /** Copies that could not be read now, and why. */
  readonly unread: readonly string[];
}

/** The checkpoints that were written down in a directory; none where there is no file yet. */
export const writtenDown = async (directory: string | undefined): Promise<Copies> => {
  const nothing = { checkpoints: [], broken: [], unread: [] };
  if (directory === undefined) return nothing;
  const path = join(directory, checkpointFileName);
  try {
    const text = await readFile(path, 'utf8');
    return text.trim() ? { ...nothing, checkpoints: parseCopy(text).checkpoints } : nothing;
  } catch (fault) {
    if (fault instanceof BrokenCopy) return { ...nothing, broken: [`${path}: ${fault.message}`] };
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return nothing;
    const why = fault instanceof Error ? fault.message : String(fault);
    return { ...nothing, unread: [`${path} could not be read: ${why}`] };
  }
};
