import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place for the data that all instances of a test run begin with, for every project of the run the same one. */
export default function placeReadyData(): (() => void) | undefined {
  if (process.env.READY_DATA) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-ready-'));
  process.env.READY_DATA = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
