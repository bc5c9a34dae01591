import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';

export const checkpointFileName = 'checkpoints.jsonl';

/** What stands in the file already. */
type Written = Pick<NamedCheckpoint, 'position' | 'hash'>;

/** Reads on, writes at the end alone, and never less than a line at a time. */
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/**
 * The checkpoints of a house in a file that operators copy elsewhere: one JSON object a line, the oldest first. Lines
 * are added and never touched again.
 */
export class CheckpointFile {
  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    /** The last line. */
    public last: Written | undefined,
  ) {}

  /** Opens the file in a directory, or begins it. */
  static async open(directory: string): Promise<CheckpointFile> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, checkpointFileName);
    const file = await open(path, flags, 0o644);
    const line = (await wholeLines(file, path)).trimEnd().split('\n').at(-1);
    return new CheckpointFile(file, path, line ? (JSON.parse(line) as Written) : undefined);
  }

  /** Adds checkpoints, and returns when they are on the disk. */
  async append(checkpoints: readonly NamedCheckpoint[]): Promise<void> {
    if (checkpoints.length === 0) return;
    await wholeLines(this.file, this.path);
    await this.file.appendFile(checkpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join(''));
    await this.file.sync();
    this.last = checkpoints.at(-1);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/**
 * What stands in the file. Half a line, which a crash or a full disk has left, was never acknowledged and is taken back:
 * it would spoil the one behind it.
 */
const wholeLines = async (file: FileHandle, path: string): Promise<string> => {
  const text = await readFile(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
  return whole;
};
