import { readFileSync } from 'node:fs';
import { codeOf, FatalFault } from '@groundswell/platform';

/** The system's code for a fault: `ENOSPC`. */
export const faultCodeOf = (fault: unknown): string => codeOf(fault) ?? 'unknown fault';

/** Reads a file of a data directory. @throws FatalFault when the file is another user's */
export const readOwn = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    if (faultCodeOf(fault) !== 'EACCES') throw fault;
    throw new FatalFault(
      `${file} belongs to another user. Start as that user, or set DATA_DIR to another directory.`,
    );
  }
};
