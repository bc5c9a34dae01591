import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { TestProject } from 'vitest/node';
import { builtPart } from './built-part.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the PostgreSQL and the Redis that all integration tests share. */
    databaseUrl: string;
    redisUrl: string;
  }
}

/** Starts one PostgreSQL and one Redis for the whole run, in a directory that is removed afterwards. */
export default async function startInfrastructure(project: TestProject): Promise<() => Promise<void>> {
  const entry = builtPart('infrastructure');
  if (!existsSync(entry)) throw new Error('Build first: npm run build');
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-tests-'));
  const child = spawn(process.execPath, ['--no-warnings', entry], {
    env: { ...process.env, DATA_DIR: directory, POSTGRESQL_PASSWORD: 'tests', THROWAWAY: 'true' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000);
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const line = await Promise.race([firstLine(child.stdout), ended]);
  if (typeof line !== 'string') {
    await stop();
    throw new Error(`The test infrastructure did not start:\n${log}`);
  }
  const addresses: { databaseUrl: string; redisUrl: string } = JSON.parse(line);
  project.provide('databaseUrl', addresses.databaseUrl);
  project.provide('redisUrl', addresses.redisUrl);
  return stop;
}

const firstLine = async (stream: Readable | null): Promise<string | undefined> => {
  for await (const line of createInterface({ input: stream ?? Readable.from([]) })) return line;
  return undefined;
};
