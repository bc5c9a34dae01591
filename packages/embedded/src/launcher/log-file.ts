import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LogFile {
  readonly path: string;
  /** Never throws: what cannot be written is lost, and the instance continues without it. */
  readonly write: (chunk: Buffer) => void;
  readonly close: () => void;
}

interface LogFileOptions {
  /** Bytes after which it is set aside. */
  readonly limit?: number;
  /** Tells the person at the console that lines are being lost; once, until they are written again. */
  readonly say?: (line: string) => void;
}

const open = (path: string): number => {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'a', 0o600);
};

/** Appends to a file; once it has grown to `limit` bytes it is set aside as `.1`, in place of the one before. */
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
