import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventStoreNodeOptions } from '@groundswell/embedded/event-store-options';

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
export const startProcess = async (
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
