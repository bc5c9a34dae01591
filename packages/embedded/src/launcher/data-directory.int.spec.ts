import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FatalFault } from '@groundswell/platform';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginningOf, isAlive } from '../infrastructure/processes.js';
import { refuseHeldDirectory, takeDataDirectory } from './data-directory.js';
import { asAnother } from './spec-kit/as-another.js';

let parent: string;
let path: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-'));
  path = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true }));

/** A process that looks like another launcher until the test ends it. */
const otherLauncher = async () => {
  const program = join(parent, 'start.mjs');
  writeFileSync(program, `console.log('up'); setInterval(() => {}, 1e6);`);
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const end = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, program, end };
};

describe('the data directory', () => {
  it('is created, and refused to a second start while the first one lives', async () => {
    const first = await otherLauncher();
    const taken = await takeDataDirectory(path);
    taken.release();
    writeFileSync(
      join(path, 'instance.lock'),
      JSON.stringify({ pid: first.pid, url: 'http://localhost:8000' }),
    );
    await expect(takeDataDirectory(path)).rejects.toThrow(
      new FatalFault(
        `Groundswell already runs on ${path} (process ${first.pid}, http://localhost:8000). Stop it first, or set DATA_DIR to another one.`,
      ),
    );
    await first.end();
    (await takeDataDirectory(path)).release();
  });

  it.each([
    ['names a process that ended', JSON.stringify({ pid: 4_000_000 })],
    ['names a process that is no launcher', JSON.stringify({ pid: process.ppid })],
    ['is half written', '{"pid":'],
  ])('takes over a lock that %s', async (_name, content) => {
    (await takeDataDirectory(path)).release();
    writeFileSync(join(path, 'instance.lock'), content);
    (await takeDataDirectory(path)).release();
    expect(existsSync(join(path, 'instance.lock'))).toBe(false);
  });

  it('no longer says where the parts of an earlier start were', async () => {
    (await takeDataDirectory(path)).release();
    const file = join(path, 'operator.json');
    writeFileSync(file, '{"REDIS_URL":"redis://of-an-earlier-start:1"}');
    const taken = await takeDataDirectory(path);
    expect(existsSync(file)).toBe(false);
    taken.release();
  });

  it('ends what a killed launcher left running', async () => {
    (await takeDataDirectory(path)).release();
    const left = await otherLauncher();
    writeFileSync(join(path, 'children.json'), JSON.stringify([{ pid: left.pid, entry: left.program }]));
    (await takeDataDirectory(path, 100)).release();
    expect(isAlive(left.pid)).toBe(false);
  });

  it('leaves alone a process that merely has a former part’s process id', async () => {
    (await takeDataDirectory(path)).release();
    const stranger = await otherLauncher();
    writeFileSync(
      join(path, 'children.json'),
      JSON.stringify([{ pid: stranger.pid, entry: '/elsewhere/main.js' }]),
    );
    (await takeDataDirectory(path)).release();
    expect(isAlive(stranger.pid)).toBe(true);
    await stranger.end();
  });

  it('is held, and has parts, by processes that began when they were written down, not by later ones', async () => {
    (await takeDataDirectory(path)).release();
    const other = await otherLauncher();
    const write = (begun: string | undefined) => {
      const { pid, program: entry } = other;
      writeFileSync(join(path, 'instance.lock'), JSON.stringify({ pid, begun }));
      writeFileSync(join(path, 'children.json'), JSON.stringify([{ pid, begun, entry }]));
    };
    write(beginningOf(other.pid));
    await expect(takeDataDirectory(path, 100)).rejects.toThrow('already runs');
    write('1');
    (await takeDataDirectory(path, 100)).release();
    expect(isAlive(other.pid)).toBe(true);
    await other.end();
  });

  it('of another user’s instance is refused with one line', async () => {
    (await takeDataDirectory(path)).release();
    const lock = join(path, 'instance.lock');
    writeFileSync(lock, JSON.stringify({ pid: process.pid }), { mode: 0o600 });
    chmodSync(parent, 0o755);
    asAnother(path, lock, () =>
      expect(() => refuseHeldDirectory(path)).toThrow(
        new FatalFault(
          `${lock} belongs to another user. Start as that user, or set DATA_DIR to another directory.`,
        ),
      ),
    );
  });

  it('is reported in one line when it cannot be written', async () => {
    writeFileSync(path, 'a file');
    await expect(takeDataDirectory(join(path, 'below'))).rejects.toThrow(
      /^The data directory .* is not writable \(ENOTDIR\)\. Set DATA_DIR to another one\.$/,
    );
  });
  it('is refused with one line on a full disk, and keeps nothing of that start', async () => {
    mkdirSync(path);
    symlinkSync('/dev/full', join(path, `.probe-${process.pid}`));
    await expect(takeDataDirectory(path)).rejects.toThrow(
      new FatalFault(`The disk of the data directory ${path} is full. Make space, then start again.`),
    );
    expect(readdirSync(path)).toEqual([]);
  });
});
