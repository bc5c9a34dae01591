// The directory of a whole test run: for databases, instances and browsers.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Bytes that must be free: a run takes about a third of them. */
const plenty = 8 * 1024 ** 3;

const hasPlenty = () => {
  if (!existsSync(inMemory)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, freemem()) >= plenty;
};

/** Removes the directories of runs that were killed: they would keep their memory. */
export const removeAbandoned = (place) => {
  for (const name of readdirSync(place)) {
    const [, pid] = /^groundswell-run-(\d+)-/.exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(place, name), { recursive: true, force: true });
  }
};

/**
 * In memory where there is plenty of it: PostgreSQL keeps its settings, which wait for the disk at each commit, and
 * none has to be waited for. Open to the account that PostgreSQL runs under.
 */
export const makeScratch = () => {
  if (existsSync(inMemory)) removeAbandoned(inMemory);
  const place = hasPlenty() ? inMemory : tmpdir();
  const directory = mkdtempSync(join(place, `groundswell-run-${process.pid}-`));
  chmodSync(directory, 0o755);
  return directory;
};
