import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventStoreNodeOptions } from '@groundswell/embedded/event-store-options';
import { createDatabase } from '../create-database.js';

/** A server in a process of its own. */
export interface RunningProcess {
  readonly pid: number;
  /** What it announced when it was ready. */
  readonly ready: { readonly port: number; readonly databaseUrl?: string };
  readonly stop: () => Promise<void>;
}

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const eventStoreEntry = 'packages/embedded/dist/event-store/main.js';

/** The event store as another checkout has built it. */
export const eventStoreOf = (checkout: string): string => join(resolve(checkout), eventStoreEntry);

export const builtEntries = {
  infrastructure: inRepository('packages/embedded/dist/infrastructure/main.js'),
  eventStore: inRepository(eventStoreEntry),
  prebuiltServer: inRepository('bench/dist/event-store/prebuilt-server/main.js'),
} as const;

/**
 * Starts an entry the way the launcher does, and waits until it is ready.
 * @param output where its standard output goes: a file's descriptor, or nowhere
 */
const startProcess = async (
  entry: string,
  environment: Readonly<Record<string, string>>,
  output: number | 'ignore' = 'ignore',
): Promise<RunningProcess> => {
  const child = spawn(process.execPath, ['--no-warnings', ...optionsOf(entry), ...profiling(), entry], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', output, 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4_000);
  });
  const ended = once(child, 'exit');
  const ready = await Promise.race([announced(child), ended.then(() => undefined)]);
  if (ready === undefined) throw new Error(`${entry} did not start:\n${complaint}`);
  return {
    pid: child.pid ?? 0,
    ready,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** A directory, a PostgreSQL in it, and whatever is started next to it. */
export interface Processes {
  readonly directory: string;
  readonly infrastructure: RunningProcess;
  readonly start: typeof startProcess;
  /** An empty database; answers its address. */
  readonly newDatabase: (name: string) => Promise<string>;
  /** Stops them all, and removes the directory. */
  readonly stop: () => Promise<void>;
}

export const openProcesses = async (): Promise<Processes> => {
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-bench-'));
  // PostgreSQL runs on an account of its own.
  chmodSync(directory, 0o755);
  const running: RunningProcess[] = [];
  const start: typeof startProcess = async (...parameters) => {
    const part = await startProcess(...parameters);
    running.push(part);
    return part;
  };
  const stop = async (): Promise<void> => {
    for (const part of running.splice(0).reverse()) await part.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  // Anyone who loses patience leaves nothing behind either.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  try {
    const infrastructure = await start(builtEntries.infrastructure, {
      DATA_DIR: directory,
      PARTS: 'postgresql',
      POSTGRESQL_PASSWORD: 'bench',
    });
    const server = infrastructure.ready.databaseUrl ?? '';
    return { directory, infrastructure, start, newDatabase: (name) => createDatabase(server, name), stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
};

/** As the launcher has it. */
const optionsOf = (entry: string): readonly string[] =>
  entry.endsWith(eventStoreEntry) ? eventStoreNodeOptions : [];

/** With PROFILE_DIR set, every part writes a CPU profile there when it ends. */
const profiling = (): readonly string[] =>
  process.env.PROFILE_DIR === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE_DIR}`];

const announced = (child: ChildProcess): Promise<RunningProcess['ready']> =>
  new Promise((resolve) => {
    child.on('message', (message: { readonly ready?: RunningProcess['ready'] }) => {
      if (message.ready !== undefined) resolve(message.ready);
    });
  });

/** The most memory a process has held since the last call, in MiB; undefined where the system does not tell. */
export const peakMemory = (pid: number): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // 5 sets the peak back to what the process holds now.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  } catch {
    return undefined;
  }
};
