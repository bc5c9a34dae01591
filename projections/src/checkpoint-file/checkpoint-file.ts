import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
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
    /** The last line. */
    public last: Written | undefined,
  ) {}

  /** Opens the file in a directory, or begins it. A line that a crash cut short was never acknowledged, and is taken back. */
  static async open(directory: string): Promise<CheckpointFile> {
    await mkdir(directory, { recursive: true });
    const file = await open(join(directory, checkpointFileName), flags, 0o644);
    const text = await file.readFile('utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
    const line = whole.trimEnd().split('\n').at(-1);
    return new CheckpointFile(file, line ? (JSON.parse(line) as Written) : undefined);
  }

  /** Adds checkpoints, and returns when they are on the disk. */
  async append(checkpoints: readonly NamedCheckpoint[]): Promise<void> {
    if (checkpoints.length === 0) return;
    await this.file.appendFile(checkpoints.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`).join(''));
    await this.file.sync();
    this.last = checkpoints.at(-1);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
