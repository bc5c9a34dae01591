import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, FatalFault } from '@groundswell/platform';
import { z } from 'zod';
import { beginningOf, commandLineOf, endProcess, isAlive, waitUntil } from '../infrastructure/processes.js';
import { faultCodeOf, readOwn } from './faults.js';
import { writePrivately } from './secrets.js';

const lockName = 'instance.lock';
/** Tells `npm run ops` how to find the running instance. Stored next to the secrets, readable only by the owner. */
export const operatorFile = 'operator.json';
/** Pids are reused, but not with the same beginning. */
const processSchema = z.object({ pid: z.number().int(), begun: z.string().optional() });
const lockSchema = processSchema.extend({ url: z.string().optional() });
const childrenSchema = z.array(processSchema.extend({ entry: z.string() }));

const processOf = (pid: number): z.infer<typeof processSchema> => ({ pid, begun: beginningOf(pid) });

const stillRuns = ({ pid, begun }: z.infer<typeof processSchema>): boolean =>
  isAlive(pid) && (begun === undefined || begun === beginningOf(pid));

export interface DataDirectory {
  readonly path: string;
  /** Writes the instance's address to the lock, for the message of a second start. */
  readonly announce: (url: string) => void;
  /** Records a child process, so that the next start finds it if this launcher is killed. */
  readonly noteChild: (pid: number, entry: string) => void;
  readonly release: () => void;
}

/**
 * Locks a data directory for this launcher. Parts left by a killed launcher get `patience` milliseconds to
 * end.
 * @throws FatalFault when it cannot be written, or when another running launcher holds it.
 */
export const takeDataDirectory = async (given: string, patience = 6_000): Promise<DataDirectory> => {
  const path = resolve(given);
  const lock = join(path, lockName);
  const childrenFile = join(path, 'children.json');
  makeWritable(path);
  takeLock(lock, path);
  // It names ports that are others' by now, and a start may take long.
  rmSync(join(path, operatorFile), { force: true });
  await endLeftovers(childrenFile, patience);
  const children: z.infer<typeof childrenSchema> = [];
  return {
    path,
    // Written atomically: a lock cut short by a full disk would count as free.
    announce: (url) => writePrivately(lock, { ...processOf(process.pid), url }),
    noteChild: (pid, entry) => {
      children.push({ ...processOf(pid), entry });
      writePrivately(childrenFile, children.filter(stillRuns));
    },
    release: () => {
      rmSync(childrenFile, { force: true });
      rmSync(lock, { force: true });
    },
  };
};

const makeWritable = (path: string): void => {
  try {
    makeDirectory(path);
    writeProbe(join(path, `.probe-${process.pid}`));
  } catch (error) {
    const code = faultCodeOf(error);
    throw new FatalFault(
      code === 'ENOSPC'
        ? `The disk of the data directory ${path} is full. Make space, then start again.`
        : `The data directory ${path} is not writable (${code}). Set DATA_DIR to another one.`,
    );
  }
};

/** Writes and removes a block, since an empty file also fits on a full disk. */
const writeProbe = (file: string): void => {
  try {
    writeFileSync(file, 'x'.repeat(4_096));
  } finally {
    rmSync(file, { force: true });
  }
};

/** Creates directories one by one: Node's `recursive` never returns below /proc. */
const makeDirectory = (path: string): void => {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o755 });
};

/** Linking a complete file is atomic: of two starts one wins, and no process sees a partial lock. */
const takeLock = (lock: string, path: string): void => {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, JSON.stringify(processOf(process.pid)));
  try {
    if (!tryLink(own, lock)) {
      setAsideStale(lock, path);
      if (!tryLink(own, lock)) throw inUse(path, lockSchema.parse(JSON.parse(readFileSync(lock, 'utf8'))));
    }
  } finally {
    rmSync(own, { force: true });
  }
};

const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

/** @throws FatalFault when it is that of a running launcher */
const refuseHeld = (content: string, path: string): void => {
  const holder = lockSchema.safeParse(readJson(content));
  if (holder.success && isLauncher(holder.data)) throw inUse(path, holder.data);
};

/** Changes nothing. @throws FatalFault when a running launcher holds the data directory */
export const refuseHeldDirectory = (given: string): void => {
  const path = resolve(given);
  const lock = join(path, lockName);
  if (existsSync(lock)) refuseHeld(readOwn(lock), path);
};

const setAsideStale = (lock: string, path: string): void => {
  const seen = readFileSync(lock, 'utf8');
  refuseHeld(seen, path);
  const aside = `${lock}.stale-${process.pid}`;
  renameSync(lock, aside);
  const taken = readFileSync(aside, 'utf8');
  // Another start was faster: this is its lock, not the stale one.
  if (taken !== seen) tryLink(aside, lock);
  rmSync(aside);
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Only a process that runs a launcher holds a lock. */
const isLauncher = (holder: z.infer<typeof processSchema>): boolean =>
  holder.pid !== process.pid &&
  stillRuns(holder) &&
  /start\.mjs|main\.js/.test(commandLineOf(holder.pid) ?? '');

const inUse = (path: string, { pid, url }: z.infer<typeof lockSchema>): FatalFault =>
  new FatalFault(
    `Groundswell already runs on ${path} (process ${pid}${url ? `, ${url}` : ''}). Stop it first, or set DATA_DIR to another one.`,
  );

/** Parts of a killed launcher end on their own; they get time for it, and are then killed. */
const endLeftovers = async (file: string, patience: number): Promise<void> => {
  if (!existsSync(file)) return;
  const noted = childrenSchema.safeParse(readJson(readFileSync(file, 'utf8')));
  const left = (noted.data ?? []).filter(
    (child) => stillRuns(child) && commandLineOf(child.pid)?.includes(child.entry),
  );
  await Promise.all(
    left.map(async ({ pid }) => {
      const ended = await waitUntil(() => !isAlive(pid), patience);
      if (!ended) await endProcess(pid, 'SIGTERM', 'SIGKILL');
    }),
  );
};
