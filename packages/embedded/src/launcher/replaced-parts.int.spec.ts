import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack } from '@groundswell/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('../../dist/launcher/main.js', import.meta.url));
let stack: Stack;
let directory: string;

/** Starts the launcher on parts that already run. Returns its output, and either its address or how it ended. */
const launch = async () => {
  const child = spawn(process.execPath, ['--no-warnings', launcher], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      WITHOUT_DEMO: 'true',
      DATA_DIR: directory,
      DATABASE_URL: stack.databaseUrl,
      EVENTSTORE_URL: stack.eventStoreUrl,
      REDIS_URL: stack.redisUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code) }));
  const ready = once(child, 'message').then(([message]) => ({ url: String(message.ready.url) }));
  const outcome = await Promise.race([ended, ready]);
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended).code;
  };
  return { outcome, output: () => output, stop };
};

const query = async (text: string) => {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  directory = mkdtempSync(join(tmpdir(), 'replaced-'));
});
afterEach(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});

describe('an instance with external parts', { timeout: 120_000 }, () => {
  it('starts no embedded parts instead of them', async () => {
    const instance = await launch();
    const list = await fetch(
      `${'url' in instance.outcome ? instance.outcome.url : instance.output()}/api/get_concepts/`,
    );
    expect(await list.json()).toMatchObject({ concepts: [] });
    expect(
      ['postgresql', 'redis', 'demo-sign-ins.json'].filter((name) => existsSync(join(directory, name))),
    ).toStrictEqual([]);
    expect(await instance.stop()).toBe(0);
  });

  it('refuses a database of a newer version with one line, and leaves it unchanged', async () => {
    await query(`
      CREATE SCHEMA read_store;
      CREATE TABLE read_store.migration
        (version int PRIMARY KEY, name text NOT NULL, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
      INSERT INTO read_store.migration SELECT version, 'of the future', 'x' FROM generate_series(1, 99) AS version`);
    const instance = await launch();
    expect(instance.outcome).toStrictEqual({ code: 78 });
    expect(instance.output()).toMatch(/^[\w-]+: The database is newer than this program.*\n$/);
    expect(await query('SELECT count(*)::int AS versions FROM read_store.migration')).toStrictEqual([
      { versions: 99 },
    ]);
  });
});
