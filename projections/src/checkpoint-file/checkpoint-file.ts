import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCopy } from '../audit/copied-checkpoints.js';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';

export const checkpointFileName = 'checkpoints.jsonl';

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
    public last: NamedCheckpoint | undefined,
  ) {}

  /** Opens the file in a directory, or begins it. @throws when nobody may write there, or its last line is no checkpoint */
  static async open(directory: string): Promise<CheckpointFile> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, checkpointFileName);
    const file = await open(path, flags, 0o644);
    try {
      return new CheckpointFile(file, path, lastIn(await wholeLines(file, path), path));
    } catch (fault) {
      await file.close();
      throw fault;
    }
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

const lastIn = (text: string, path: string): NamedCheckpoint | undefined => {
  const line = text.trimEnd().split('\n').at(-1);
  if (!line) return undefined;
  try {
    return parseCopy(line)[0];
  } catch {
    throw new Error(
      `${path} is not gone on with: its last line is not a checkpoint. Move the file elsewhere.`,
    );
  }
};

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
