import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FatalFault } from '@groundswell/platform';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPostgresql } from './postgresql.js';
import { commandLineOf, isAlive, parentOf, waitUntil } from './processes.js';
import { startRedis } from './redis.js';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'infrastructure-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const postgresql = (within = directory) =>
  startPostgresql({
    directory: join(within, 'postgresql'),
    port: 0,
    password: 'p:@/',
    throwaway: true,
    log: () => undefined,
    say: () => undefined,
    onSpawn: () => undefined,
  });
const query = async (connectionString: string, text: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

describe('PostgreSQL', () => {
  /** Data that it made once: half a second of processor each time. */
  let made: string;
  beforeAll(async () => {
    made = mkdtempSync(join(tmpdir(), 'infrastructure-'));
    await (await postgresql(made)).stop();
  });
  afterAll(() => rmSync(made, { recursive: true }));
  const copyMade = () => execFileSync('cp', ['-a', join(made, 'postgresql'), directory]);

  it('keeps its data across restarts, also in a directory closed to other accounts', async () => {
    chmodSync(directory, 0o700);
    const first = await postgresql();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await postgresql();
    expect(await query(second.url, 'SELECT * FROM kept')).toStrictEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('takes no round more than one to check a random password', async () => {
    copyMade();
    const { url, stop } = await postgresql();
    const kept = await query(
      url,
      "SELECT rolpassword LIKE 'SCRAM-SHA-256$1:%' AS once FROM pg_authid WHERE rolcanlogin",
    );
    await stop();
    expect(kept).toStrictEqual([{ once: true }]);
  });

  it('is created in a new directory, whichever account starts it', async () => {
    chmodSync(directory, 0o755);
    const server = await postgresql(join(directory, 'not/there/yet'));
    expect(await query(server.url, 'SELECT 1 AS one')).toStrictEqual([{ one: 1 }]);
    await server.stop();
  });

  it('ends the server that a killed launcher left on the directory, and loses nothing', async () => {
    copyMade();
    const abandoned = await postgresql();
    await query(abandoned.url, 'CREATE TABLE kept AS SELECT 1 AS answer');
    const pid = Number(readFileSync(join(directory, 'postgresql/postmaster.pid'), 'utf8').split('\n')[0]);
    const next = await postgresql();
    expect(isAlive(pid)).toBe(false);
    expect(await query(next.url, 'SELECT * FROM kept')).toStrictEqual([{ answer: 1 }]);
    await next.stop();
  });

  it('starts where the number of a server of an earlier boot is that of another process by now', async () => {
    copyMade();
    const stranger = spawn('sleep', ['600']);
    const lock = join(directory, 'postgresql/postmaster.pid');
    writeFileSync(lock, `${stranger.pid}\n${join(directory, 'postgresql')}\n1790000000\n5432\n\n127.0.0.1\n`);
    const { uid, gid } = statSync(join(directory, 'postgresql'));
    chownSync(lock, uid, gid);
    try {
      const server = await postgresql();
      expect(await query(server.url, 'SELECT 1 AS one')).toStrictEqual([{ one: 1 }]);
      await server.stop();
      expect(isAlive(stranger.pid ?? 0)).toBe(true);
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('refuses a directory of a newer version with one line, and leaves it unchanged', async () => {
    copyMade();
    const version = join(directory, 'postgresql/PG_VERSION');
    writeFileSync(version, '19\n');
    await expect(postgresql()).rejects.toThrow(/was made by PostgreSQL 19, which is newer than ours \(18\)/);
    expect(readFileSync(version, 'utf8')).toBe('19\n');
  });

  it('refuses a directory of which a part is missing with one line, and leaves it unchanged', async () => {
    copyMade();
    const data = join(directory, 'postgresql');
    rmSync(join(data, 'PG_VERSION'));
    const before = readdirSync(data, { recursive: true });
    await expect(postgresql()).rejects.toThrow(
      new FatalFault(
        `${data} holds data, but its PG_VERSION is missing. Restore it, or move it away. Nothing was changed.`,
      ),
    );
    expect(readdirSync(data, { recursive: true })).toEqual(before);
  });
});

describe('Redis', () => {
  const redis = (path: string) =>
    startRedis({
      directory: join(directory, 'redis'),
      port: 0,
      password: 'let-me_in',
      path,
      log: () => undefined,
      onSpawn: () => undefined,
    });
  const ask = async (port: number, ...commands: string[]): Promise<string[]> => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${[...commands, 'QUIT'].join('\r\n')}\r\n`),
    );
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString();
    });
    await once(socket, 'close');
    return said.split('\r\n').slice(0, commands.length);
  };

  it('is Valkey as WebAssembly when no server is on the PATH', async () => {
    const server = await redis('');
    const { pid } = JSON.parse(readFileSync(join(directory, 'redis/server.json'), 'utf8'));
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain('valkey/main.js');
    await server.stop();
    expect(await waitUntil(() => !isAlive(pid), 5_000)).toBe(true);
  });

  it.each([
    ['WebAssembly', ''],
    ['native, where there is one', process.env.PATH ?? ''],
  ])('refuses access without its password, which it never shows: %s', async (_, path) => {
    const server = await redis(path);
    expect(server.url).toBe(`redis://:let-me_in@127.0.0.1:${server.port}`);
    expect(await ask(server.port, 'PING', 'AUTH guessed')).toEqual([
      expect.stringContaining('NOAUTH'),
      expect.stringContaining('WRONGPASS'),
    ]);
    expect(await ask(server.port, 'AUTH let-me_in', 'PING')).toEqual(['+OK', '+PONG']);
    const { pid } = JSON.parse(readFileSync(join(directory, 'redis/server.json'), 'utf8'));
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('let-me_in');
    await server.stop();
  });

  it('ends a server that was left behind', async () => {
    await redis(process.env.PATH ?? '');
    const { pid } = JSON.parse(readFileSync(join(directory, 'redis/server.json'), 'utf8'));
    const next = await redis(process.env.PATH ?? '');
    expect(isAlive(pid)).toBe(false);
    await next.stop();
  });
  it('starts where an earlier start could not write down its server, as on a full disk', async () => {
    mkdirSync(join(directory, 'redis'));
    writeFileSync(join(directory, 'redis/server.json'), '');
    const server = await redis('');
    expect(await ask(server.port, 'AUTH let-me_in', 'PING')).toEqual(['+OK', '+PONG']);
    await server.stop();
  });

  it('starts a native server on what another version of it left, which it could not read', async () => {
    const bin = join(directory, 'bin');
    const valkey = fileURLToPath(new URL('../../dist/infrastructure/valkey/main.js', import.meta.url));
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'redis-server'),
      `#!/bin/sh
case "$*" in *--appendonly\\ yes*) echo "Can't handle RDB format version 12"; exit 1 ;; esac
PORT="$3" PASSWORD=let-me_in exec ${process.execPath} --no-warnings ${valkey}
`,
      { mode: 0o755 },
    );
    const server = await redis(bin);
    expect(await ask(server.port, 'AUTH let-me_in', 'PING')).toEqual(['+OK', '+PONG']);
    await server.stop();
  });

  it('leaves no server running that it could not write down', async () => {
    mkdirSync(join(directory, 'redis'));
    symlinkSync(join(directory, 'missing/server.json'), join(directory, 'redis/server.json'));
    await expect(redis('')).rejects.toThrow('ENOENT');
    const ours = () =>
      readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && parentOf(pid) === process.pid)
        .filter((pid) => commandLineOf(pid)?.includes('valkey/main.js'));
    expect(await waitUntil(() => ours().length === 0, 5_000)).toBe(true);
  });
});
