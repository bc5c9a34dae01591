import {
  closeSync,
  constants,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FatalFault } from '@groundswell/platform';
import type { Journal } from './journal.js';

const synchronise = promisify(fdatasync);
const newline = 0x0a;

const parsed = (line: string, number: number): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new FatalFault(`the sandbox's journal is damaged at line ${number}`);
  }
};

/** The commits of a journal's bytes, and how many bytes they take: a last line without its end was never answered. */
const commitsOf = (bytes: Buffer): { commits: unknown[]; size: number } => {
  const size = bytes.lastIndexOf(newline) + 1;
  const lines = bytes.subarray(0, size).toString('utf8').split('\n').slice(0, -1);
  return { commits: lines.map((line, index) => parsed(line, index + 1)), size };
};

/** An append-only file. Many callers that wait at once share one flush of the disk. */
class FileJournal implements Journal {
  private broken: unknown;
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;

  constructor(
    private readonly file: number,
    private size: number,
  ) {}

  readonly write = (commit: unknown): void => {
    if (this.broken !== undefined) throw new Error('the journal failed before', { cause: this.broken });
    const bytes = Buffer.from(`${JSON.stringify(commit)}\n`);
    try {
      let written = 0;
      while (written < bytes.length) {
        written += writeSync(this.file, bytes, written, bytes.length - written, this.size + written);
      }
      this.size += bytes.length;
    } catch (fault) {
      this.cutBack(fault);
      throw fault;
    }
  };

  /** Half a line before the next one would damage the file. */
  private cutBack(fault: unknown): void {
    try {
      ftruncateSync(this.file, this.size);
    } catch {
      this.broken = fault;
    }
  }

  readonly durable = (): Promise<void> => {
    // A flush that already runs may have begun before the last write: the one after it counts.
    this.next ??= this.running
      .catch(() => {})
      .then(() => {
        this.next = undefined;
        this.running = this.flush();
        return this.running;
      });
    return this.next;
  };

  private async flush(): Promise<void> {
    try {
      await synchronise(this.file);
    } catch (fault) {
      // What a failed flush has lost cannot be told, so nothing more is promised.
      this.broken = fault;
      throw fault;
    }
  }

  readonly close = async (): Promise<void> => {
    await this.durable();
    closeSync(this.file);
  };
}

/** Opens the journal of a folder and reads what it holds. @throws FatalFault when a line in it cannot be read */
export const openJournal = (directory: string): { journal: Journal; commits: unknown[] } => {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'journal.jsonl');
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const { commits, size } = commitsOf(readFileSync(path));
  ftruncateSync(file, size);
  return { journal: new FileJournal(file, size), commits };
};
