import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface LogFile {
  readonly path: string;
  readonly write: (chunk: Buffer) => void;
  readonly close: () => void;
}

/** Appends to a file; once it has grown to `limit` bytes it is set aside as `.1`, in place of the one before. */
export const openLogFile = (path: string, limit = 8_000_000): LogFile => {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;
  return {
    path,
    write: (chunk) => {
      if (size > 0 && size + chunk.length > limit) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openSync(path, 'a', 0o600);
        size = 0;
      }
      size += writeSync(file, chunk);
    },
    close: () => closeSync(file),
  };
};
