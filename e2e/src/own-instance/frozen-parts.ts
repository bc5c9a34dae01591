import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openDatabase } from '@groundswell/platform/database';
import { familyOf } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '../instance.js';

/**
 * Runs every command on every frozen part: FROZEN=all npx vitest run e2e/src/own-instance/services.int.spec.ts -t frozen.
 * Otherwise a sample.
 */
const isWhole = process.env.FROZEN === 'all';
const entry = fileURLToPath(new URL('../../../scripts/ops.mjs', import.meta.url));
const nobody = randomUUID();

/** Every operator command, with arguments that change nothing in the instance. */
const commands: readonly { readonly words: readonly string[]; readonly input?: string }[] = [
  { words: ['status'] },
  { words: ['verify', 'all'] },
  { words: ['replay', 'trendList', '--dry-run'] },
  { words: ['audit', 'verify'] },
  { words: ['stream', 'instrument-SPY', '--last=1'] },
  { words: ['trace', nobody] },
  { words: ['as-of', '2026-03-01', 'getConcepts'] },
  { words: ['parked', 'list'] },
  { words: ['parked', 'show', 'none'] },
  { words: ['parked', 'retry', 'none', '--reason=spec'] },
  { words: ['parked', 'drop', 'none', '--reason=spec'] },
  { words: ['jobs', 'failed'] },
  { words: ['jobs', 'retry', 'mail', 'none'] },
  { words: ['jobs', 'dismiss', 'mail', 'none', '--reason=spec'] },
  { words: ['mails', 'unknown'] },
  { words: ['mails', 'retry', nobody, '--as=ops-3', '--reason=spec'] },
  { words: ['mails', 'dismiss', nobody, '--as=ops-3', '--reason=spec'] },
  { words: ['nightly', 'run'] },
  { words: ['person', 'find'], input: 'nobody@example.com' },
  { words: ['staff', 'grant'], input: 'nobody@example.com' },
  { words: ['staff', 'revoke'], input: 'nobody@example.com' },
  { words: ['register-user'], input: 'nobody@example.com\nshort' },
  { words: ['register-users'], input: '[]' },
  { words: ['erase-person', nobody, '--dry-run'] },
  { words: ['second-factor', 'reset', nobody] },
  { words: ['sessions', 'end-all', '--reason=spec'] },
  { words: ['rotate-master-key'] },
  { words: ['answer', '999999', '--as=ops-3', '--reason=spec'] },
  { words: ['transfer', 'adopt', nobody, nobody, nobody, '--as=ops-3', '--reason=spec'] },
  { words: ['transfer', 'show', nobody, nobody] },
  { words: ['person', 'show', nobody] },
  { words: ['cash', 'adjust', nobody, '--amount=1.00', '--as=ops-3', '--reason=spec'] },
  { words: ['bank-owner', 'list'] },
  { words: ['bank-owner', 'show', nobody, nobody] },
  { words: ['bank-owner', 'accept', nobody, nobody, '--as=ops-3', '--reason=spec'] },
  { words: ['bank-owner', 'refuse', nobody, nobody, '--as=ops-3', '--reason=spec'] },
  { words: ['transfer', 'resolve', nobody, nobody, '--outcome=not-made', '--as=ops-3', '--reason=spec'] },
];
const inSample = ['status', 'person find'];
const asked = commands.filter(
  ({ words }) => isWhole || inSample.some((name) => words.join(' ').startsWith(name)),
);

/**
 * Milliseconds: how long a command may be silent, and after how long one that keeps reporting what it waits for is
 * ended.
 */
const longestSilence = 5_000;
const patience = isWhole ? 25_000 : 8_000;
/**
 * Three times that of a start on a machine that runs other tests, which varies; nothing runs next to the whole.
 */
let slack = 0;

/** Set once it has started. */
let instance: Instance;

const variablesOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
};

/** Parts by what identifies their processes. */
const parts = {
  PostgreSQL: { entry: 'infrastructure', variable: 'PARTS=postgresql' },
  Redis: { entry: 'infrastructure', variable: 'PARTS=redis' },
  'event store': { entry: 'event-store', variable: '' },
  projections: { entry: 'projections', variable: '' },
} as const;
type Part = keyof typeof parts;

/** It may have ended: PostgreSQL has a process for each connection. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

let frozen: number[] = [];
const freeze = (part: Part): void => {
  const children: { pid: number; entry: string }[] = JSON.parse(
    readFileSync(join(instance.dataDirectory, 'children.json'), 'utf8'),
  );
  const { entry: place, variable } = parts[part];
  const { nodePid } = instance;
  const ofPart = children.filter(
    ({ pid, entry: path }) => path.includes(`/${place}/`) && variablesOf(pid).includes(variable),
  );
  const roots = part === 'event store' && nodePid ? [nodePid] : ofPart.map(({ pid }) => pid);
  // Twice: one that was just starting another is stopped by the first round.
  for (const _round of [1, 2]) {
    frozen = roots.flatMap(familyOf);
    for (const pid of frozen) signal(pid, 'SIGSTOP');
  }
  expect(frozen.length).toBeGreaterThan(0);
};
const thaw = (): void => {
  for (const pid of frozen.splice(0)) signal(pid, 'SIGCONT');
};

interface Carried {
  readonly command: string;
  readonly code: number | 'ended';
  /** Maximum milliseconds between two pieces of output, and from the start to the first. */
  readonly silence: number;
  readonly milliseconds: number;
  readonly said: string;
}

/** Runs and times a command. One that keeps reporting what it waits for is ended. */
const carryOut = async ({ words, input = '' }: (typeof commands)[number]): Promise<Carried> => {
  const begun = performance.now();
  let [last, silence, said] = [begun, 0, ''];
  const child = spawn(process.execPath, [entry, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: instance.dataDirectory },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const hear = (chunk?: Buffer): void => {
    silence = Math.max(silence, performance.now() - last);
    last = performance.now();
    said += chunk?.toString() ?? '';
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  let isEnded = false;
  const end = setTimeout(() => {
    isEnded = true;
    hear();
    child.kill('SIGTERM');
  }, patience + slack);
  const [code] = await once(child, 'close');
  clearTimeout(end);
  if (!isEnded) hear();
  const milliseconds = performance.now() - begun;
  return { command: words.join(' '), code: isEnded ? 'ended' : code, silence, milliseconds, said };
};

/** A command line refused before any part is asked: measures the start on a machine that runs other tests. */
const nothing = { words: ['as-of'] };

/** Two at a time: more of them would be slow on a machine with two processors. */
const carryOutAll = async (): Promise<Carried[]> => {
  const left = [...asked];
  const done: Carried[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) done.push(await carryOut(next));
  };
  await Promise.all([work(), work()]);
  return done;
};

const triesEveryCommand = async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, 'help', '--json']);
  const names: string[] = JSON.parse(stdout).map(({ name }: { name: string }) => name);
  expect(names.length).toBeGreaterThan(20);
  const isAsked = (name: string) =>
    commands.some(({ words }) => `${words.join(' ')} `.startsWith(`${name} `));
  expect(names.filter((name) => !isAsked(name))).toEqual([]);
};

const isNamed = (part: Part) => {
  let done: Carried[];
  beforeAll(async () => {
    const before = await carryOut(nothing);
    freeze(part);
    done = await carryOutAll();
    // Both before and afterwards: other tests come and go meanwhile.
    const start = Math.max(before.milliseconds, (await carryOut(nothing)).milliseconds);
    slack = isWhole ? 0 : 3 * start;
  }, 600_000);
  afterAll(thaw);

  it('no command is silent for more than five seconds, its start included', () => {
    const silent = done.filter(({ silence }) => silence > longestSilence + slack);
    expect(silent.map(({ command, silence, said }) => [command, Math.round(silence), said])).toEqual([]);
    expect(done).toHaveLength(asked.length);
    if (isWhole) console.table(done.map(({ said: _, ...figures }) => figures));
  });

  it('status answers within five seconds, and names it', () => {
    const [status] = done.filter(({ command }) => command === 'status');
    expect(status?.code).toBe(1);
    expect(status?.milliseconds).toBeLessThan(longestSilence + slack);
    const named =
      part === 'projections' ? 'projections is not ready: it does not answer' : `${part} cannot be reached`;
    expect(status?.said.toLowerCase()).toContain(named.toLowerCase());
  });

  it('no command reports it as its own defect', () => {
    expect(done.filter(({ code }) => code === 70)).toEqual([]);
  });
};

const namesAStoppedReadModel = () => {
  const inDatabase = async (statement: string): Promise<void> => {
    const { DATABASE_URL = '' } = JSON.parse(
      readFileSync(join(instance.dataDirectory, 'operator.json'), 'utf8'),
    );
    const database = openDatabase({ url: DATABASE_URL, name: 'spec', connections: 1 });
    await database.query(statement);
    await database.close();
  };
  const post = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const answer = await fetch(`${instance.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    return JSON.parse(await answer.text());
  };
  const ready = async () => {
    const answer = await fetch(`${instance.url}/health/ready`);
    return [answer.status, JSON.parse(await answer.text()).checks.projections];
  };
  const eventually = { timeout: 40_000, interval: 250 };

  it('the instance is not ready; the launcher names it and why, as status does', {
    timeout: 120_000,
  }, async () => {
    await expect.poll(ready, eventually).toEqual([200, { ready: true }]);
    const { access } = await post('/user/token/', instance.signIns.staff);
    await inDatabase('ALTER TABLE trend_list.card RENAME TO elsewhere');
    await post('/api/create_new_concept/', { name: `Stops ${nobody}`, description: 'It stops' }, access);
    await expect.poll(ready, eventually).toEqual([503, { ready: false, why: 'not ready: trendList' }]);
    await expect.poll(instance.output, eventually).toContain('projections is not ready: trendList: ');
    const why = /projections is not ready: (trendList: .+)$/m.exec(instance.output())?.[1];
    const { code, said } = await carryOut({ words: ['status'] });
    expect([code, said]).toEqual([1, expect.stringContaining(`  ${why}`)]);
    await inDatabase('ALTER TABLE trend_list.elsewhere RENAME TO card');
    await expect.poll(instance.output, eventually).toContain('projections is ready again');
    await expect.poll(ready, eventually).toEqual([200, { ready: true }]);
  });
};

/** @param opened the instance, for within tests */
export const standsFrozenParts = (opened: () => Instance) => {
  beforeAll(() => {
    instance = opened();
  });
  afterAll(thaw);

  it('every operator command is tried here', triesEveryCommand);
  describe.each(Object.keys(parts) as Part[])('with %s frozen', isNamed);
  describe('with a read model that cannot run', namesAStoppedReadModel);
};
