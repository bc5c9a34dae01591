import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@groundswell/platform';
import { parseCopy } from '../audit/copied-checkpoints.js';
import type { KeyStatement } from '../checkpoints/key-statement.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';

export const checkpointFileName = 'checkpoints.jsonl';

/** Reads the file and appends to it, always whole lines. */
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/**
 * An append-only file of checkpoints and the keys that signed them, which operators copy elsewhere. One JSON object
 * per line, oldest first.
 */
export class CheckpointFile {
  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    /** The last checkpoint. */
    public last: NamedCheckpoint | undefined,
    /** Ids of the keys in the file. */
    private readonly keys: Set<string>,
  ) {}

  /**
   * Opens the file in a directory, or creates it. @throws when it cannot be written, or holds something other
   * than checkpoints
   */
  static async open(directory: string): Promise<CheckpointFile> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, checkpointFileName);
    const file = await open(path, flags, 0o644);
    try {
      const { checkpoints, keys } = contentOf(await wholeLines(file, path), path);
      return new CheckpointFile(file, path, checkpoints.at(-1), new Set(keys.map(({ id }) => id)));
    } catch (fault) {
      await file.close();
      throw fault;
    }
  }

  /** Appends checkpoints, preceded by any new keys. Resolves once they are on disk. */
  async append(keys: readonly KeyStatement[], checkpoints: readonly NamedCheckpoint[]): Promise<void> {
    await wholeLines(this.file, this.path);
    const fresh = keys.filter(({ id }) => !this.keys.has(id));
    const lines = [...fresh.map((key) => ({ key })), ...checkpoints];
    await this.file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await this.file.sync();
    for (const { id } of fresh) this.keys.add(id);
    this.last = checkpoints.at(-1) ?? this.last;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

const contentOf = (text: string, path: string): ReturnType<typeof parseCopy> => {
  if (!text.trim()) return { checkpoints: [], keys: [] };
  try {
    return parseCopy(text);
  } catch (fault) {
    const reason = messageOf(fault);
    throw new Error(`${path} cannot be continued: ${reason} Move the file elsewhere.`);
  }
};

/**
 * The file's content. Half a line, left by a crash or a full disk, was never acknowledged and is removed: it
 * would spoil the next one.
 */
const wholeLines = async (file: FileHandle, path: string): Promise<string> => {
  const text = await readFile(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
  return whole;
};
