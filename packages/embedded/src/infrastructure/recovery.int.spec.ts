import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPostgresql } from './postgresql.js';
import { isAlive, waitUntil } from './processes.js';
import { ready, starting } from './spec-kit/answers.js';

const main = fileURLToPath(new URL('../../dist/infrastructure/main.js', import.meta.url));
let directory: string;
let data: string;
let lock: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'recovery-'));
  data = join(directory, 'postgresql');
  lock = join(data, 'postmaster.pid');
  await (await postgresql()).stop();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const postgresql = () =>
  startPostgresql({
    directory: data,
    port: 0,
    password: 'secret',
    throwaway: true,
    log: () => undefined,
    say: () => undefined,
    onSpawn: () => undefined,
  });

/** As a file of PostgreSQL's own account. */
const write = (file: string, content: string) => {
  writeFileSync(file, content);
  const { uid, gid } = statSync(data);
  chownSync(file, uid, gid);
};

/** Answers that it recovers three times, and then lets everyone in. Prints its port, and at its end how often it was asked. */
const leftBehind = `
  const [starting, ready] = process.argv.slice(1, 3).map((hex) => Buffer.from(hex, 'hex'));
  let asked = 0;
  process.on('SIGINT', () => {
    console.log('asked ' + asked);
    process.exit();
  });
  const server = require('node:net').createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      asked += 1;
      if (asked <= 3) socket.end(starting);
      else socket.write(ready);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));
`;

describe('a PostgreSQL that recovers', () => {
  it('is stopped with its process, although it has not answered yet', async () => {
    appendFileSync(join(data, 'postgresql.conf'), "restore_command = 'sleep 60'\n");
    write(join(data, 'recovery.signal'), '');
    const { PATH } = process.env;
    const parent = spawn(process.execPath, ['--no-warnings', main], {
      env: { PATH, DATA_DIR: directory, PARTS: 'postgresql', POSTGRESQL_PASSWORD: 'secret' },
    });
    const words = () => (existsSync(lock) ? readFileSync(lock, 'utf8') : '');
    expect(await waitUntil(() => /^starting/m.test(words()), 20_000)).toBe(true);
    const pid = Number.parseInt(words(), 10);
    parent.kill('SIGTERM');
    expect(await once(parent, 'exit')).toEqual([0, null]);
    expect(isAlive(pid)).toBe(false);
  });

  it('and was left by a killed launcher is ended once it has recovered', async () => {
    const program = ['-e', leftBehind, starting.toString('hex'), ready.toString('hex'), data];
    const left = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    left.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(left.stdout, 'data');
    const [port = ''] = /\d+/.exec(said) ?? [];
    write(lock, `${left.pid}\n${data}\n1790000000\n${port}\n\n127.0.0.1\n`);
    const server = await postgresql();
    expect(said).toMatch(/asked 4\n$/);
    await server.stop();
  });

  it('starts although the process of the earlier one has ended and no one has taken note of it', async () => {
    const negligent = spawn('sh', ['-c', 'sh -c exit & echo $!; exec sleep 60']);
    const [said] = (await once(negligent.stdout, 'data')) as [Buffer];
    const pid = Number(said);
    await waitUntil(() => !isAlive(pid), 5_000);
    write(lock, `${pid}\n${data}\n1790000000\n5432\n\n127.0.0.1\n`);
    await (await postgresql()).stop();
    negligent.kill();
  });
});
