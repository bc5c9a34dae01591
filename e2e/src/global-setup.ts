import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Provides a directory for the initial data of all instances of a test run, shared by all projects of the run. */
export default function placeReadyData(): (() => void) | undefined {
  if (process.env.READY_DATA) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-ready-'));
  process.env.READY_DATA = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}
