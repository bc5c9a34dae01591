import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtPart } from './built-part.js';
import { keepLog } from './kept-logs.js';

interface Addresses {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the PostgreSQL and the Redis that all integration tests share. */
    databaseUrl: string;
    redisUrl: string;
    /** Where the users and certificates of their event stores lie. */
    eventStoreSecurity: string;
    /** Whether every forgery meets every order of what may come after it: `npm run forge`. */
    allForgeries: boolean;
  }
}

/** Starts one PostgreSQL and one Redis for the whole run, in a directory that is removed afterwards. */
export default async function startInfrastructure(project: TestProject): Promise<() => Promise<void>> {
  const entry = builtPart('infrastructure');
  if (!existsSync(entry)) throw new Error('Build first: npm run build');
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-tests-'));
  const child = spawn(process.execPath, ['--no-warnings', entry], {
    env: {
      ...process.env,
      DATA_DIR: directory,
      POSTGRESQL_PASSWORD: 'tests',
      REDIS_PASSWORD: 'tests',
      THROWAWAY: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    keepLog('infrastructure', chunk.toString());
    log = (log + chunk.toString()).slice(-4_000);
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const addresses = await Promise.race([announced(child), ended.then(() => undefined)]);
  if (addresses === undefined) {
    await stop();
    throw new Error(`The test infrastructure did not start:\n${log}`);
  }
  project.provide('databaseUrl', addresses.databaseUrl);
  project.provide('redisUrl', addresses.redisUrl);
  project.provide('eventStoreSecurity', join(directory, 'event-store'));
  project.provide('allForgeries', process.env.FORGE === 'all');
  return stop;
}

const announced = (child: ChildProcess): Promise<Addresses> =>
  new Promise((resolve) => {
    child.on('message', ({ ready }: { ready?: Addresses }) => ready && resolve(ready));
  });
