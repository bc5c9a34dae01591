import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LogFile {
  readonly path: string;
  /** Never throws: output that cannot be written is lost, and the instance continues. */
  readonly write: (chunk: Buffer) => void;
  readonly close: () => void;
}

interface LogFileOptions {
  /** Bytes after which the file is rotated. */
  readonly limit?: number;
  /** Reports once to the console that lines are being lost, until they are written again. */
  readonly say?: (line: string) => void;
}

const open = (path: string): number => {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'a', 0o600);
};

/** Appends to a file. Once it reaches `limit` bytes it is renamed to `.1`, replacing the previous one. */
export const openLogFile = (path: string, { limit = 8_000_000, say }: LogFileOptions = {}): LogFile => {
  let file = open(path);
  let size = fstatSync(file).size;
  let losing = false;
  const setAside = (): void => {
    // It may have been deleted meanwhile.
    if (existsSync(path)) renameSync(path, `${path}.1`);
    const next = open(path);
    closeSync(file);
    file = next;
    size = 0;
  };
  return {
    path,
    write: (chunk) => {
      try {
        if (size > 0 && size + chunk.length > limit) setAside();
        size += writeSync(file, chunk);
        losing = false;
      } catch (fault) {
        const { code } = fault as NodeJS.ErrnoException;
        if (!losing) say?.(`${path} is not writable (${code}): its lines are lost for now`);
        losing = true;
      }
    },
    close: () => closeSync(file),
  };
};
