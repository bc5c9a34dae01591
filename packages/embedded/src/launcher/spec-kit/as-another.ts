import { chmodSync } from 'node:fs';

const nobody = 65_534;

/** Does something as a user who may enter a directory, but not read a file in it. */
export const asAnother = (directory: string, file: string, work: () => void): void => {
  if (process.getuid?.() !== 0) {
    chmodSync(file, 0o000);
    work();
    return;
  }
  chmodSync(directory, 0o755);
  process.seteuid?.(nobody);
  try {
    work();
  } finally {
    process.seteuid?.(0);
  }
};
