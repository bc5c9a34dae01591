import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Part, type StartPart } from './part.js';

/** Processes by their names, and a directory of their own. */
export interface Parts {
  readonly directory: string;
  readonly parts: ReadonlyMap<string, Part>;
  readonly start: StartPart;
  /** Stops those that were started last first, and removes the directory. */
  readonly stop: () => Promise<void>;
}

/** @param purpose part of the directory's name */
export const openParts = (purpose: string): Parts => {
  const directory = mkdtempSync(join(tmpdir(), `groundswell-${purpose}-`));
  // PostgreSQL runs on an account of its own.
  chmodSync(directory, 0o755);
  mkdirSync(join(directory, 'logs'));
  const parts = new Map<string, Part>();
  return {
    directory,
    parts,
    async start(name, options) {
      const part = new Part({ name, logFile: join(directory, 'logs', name), ...options });
      parts.set(name, part);
      await part.start();
      return part;
    },
    async stop() {
      for (const part of parts.values()) part.dismiss();
      for (const part of [...parts.values()].reverse()) await part.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
