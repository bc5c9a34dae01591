import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginningOf } from '../packages/embedded/src/infrastructure/processes.js';
import { copyImage, fromRoot } from './spec-kit/image.js';

const image = copyImage();
const { ops } = image;
const nowhere = {
  DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
};

describe('in the image', () => {
  it('one command line lists the commands of all rooms', () => {
    const { status, stdout } = ops(['help']);
    expect(status).toBe(0);
    for (const name of ['status', 'as-of', 'parked drop', 'staff grant'])
      expect(stdout).toContain(`  ${name}`);
  });

  it.each([[['status']], [['as-of', '2026-03-01', 'getConcepts']], [['parked', 'list']]])(
    'it reaches the room of %j by variables alone',
    (words) => {
      expect(ops(words, nowhere)).toMatchObject({
        status: 69,
        stderr: expect.stringMatching(/^(PostgreSQL|The event store) cannot be reached/),
      });
    },
  );

  it.each([
    [
      ['help', 'parked'],
      ['parked list', 'parked show', 'parked retry', 'parked drop'],
    ],
    [
      ['help', 'jobs'],
      ['jobs failed', 'jobs retry', 'jobs dismiss'],
    ],
    [
      ['help', 'staff'],
      ['staff grant', 'staff revoke'],
    ],
    [
      ['staff', '--help'],
      ['staff grant', 'staff revoke'],
    ],
  ])('%j lists the commands of that group', (words, names) => {
    const { status, stdout, stderr } = ops(words);
    expect([status, stderr]).toEqual([0, '']);
    for (const name of names) expect(stdout).toContain(`  ${name} `);
    expect(stdout.match(/^ {2}\w+ \w+ /gm)).toHaveLength(names.length);
  });

  it('the commands of a group come as one JSON document when that was requested', () => {
    expect(JSON.parse(ops(['help', 'parked', '--json']).stdout)).toHaveLength(4);
  });

  it('a group that needs one more word is listed, and ends as a wrong command line', () => {
    const { status, stderr } = ops(['staff']);
    expect(status).toBe(2);
    expect(stderr).toContain('  staff grant ');
  });
});

describe('a data directory', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'stopped-'));
    const gone = spawnSync('true').pid;
    writeFileSync(join(directory, 'instance.lock'), JSON.stringify({ pid: gone }));
    writeFileSync(
      join(directory, 'operator.json'),
      JSON.stringify({ ...nowhere, REDIS_URL: 'redis://127.0.0.1:1' }),
    );
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is held by a process that began when its launcher did, not by a later one with the same number', () => {
    const held = (begun: string | undefined) => {
      const own = mkdtempSync(join(directory, 'held-'));
      cpSync(join(directory, 'operator.json'), join(own, 'operator.json'));
      writeFileSync(join(own, 'instance.lock'), JSON.stringify({ pid: process.pid, begun }));
      return !ops(['parked', 'list'], { DATA_DIR: own }).stderr.startsWith('Nothing is running');
    };
    expect(held(beginningOf(process.pid))).toBe(true);
    expect(held(undefined)).toBe(true);
    expect(held('1')).toBe(false);
  });

  it('on which an instance is still starting is named, and not asked at the addresses of its last start', () => {
    const own = mkdtempSync(join(directory, 'starting-'));
    const status = () => ops(['status'], { DATA_DIR: own });
    expect(status()).toMatchObject({
      status: 78,
      stderr: expect.stringContaining(
        `Nothing is running on ${own}. Start it with npm start, or set DATABASE_URL`,
      ),
    });
    writeFileSync(join(own, 'instance.lock'), JSON.stringify({ pid: process.pid }));
    expect(status()).toMatchObject({
      status: 69,
      stderr: expect.stringContaining(`An instance is starting on ${own}. Run this again once`),
    });
  });

  it.each([[['status']], [['jobs', 'failed']]])(
    'on which nothing runs is named to %j, with how to start it',
    (words) => {
      expect(ops(words, { DATA_DIR: directory })).toMatchObject({
        status: 69,
        stderr: `Nothing is running on ${directory}. Start it with npm start.\n`,
      });
    },
  );
});

describe('an instance of another user', () => {
  it('is named as that, and as no defect', () => {
    writeFileSync(join(image.folder, 'operator.json'), '{}');
    const locked = join(image.folder, 'locked.mjs');
    writeFileSync(
      locked,
      `import fs from 'node:fs';
       import { syncBuiltinESMExports } from 'node:module';
       const { readFileSync } = fs;
       fs.readFileSync = (file, ...rest) => {
         if (String(file).endsWith('/operator.json')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
         return readFileSync(file, ...rest);
       };
       syncBuiltinESMExports();`,
    );
    expect(ops(['status'], { DATA_DIR: image.folder, NODE_OPTIONS: `--import=${locked}` })).toMatchObject({
      status: 78,
      stderr: `${join(image.folder, 'operator.json')} belongs to another user. Run this command as that user.\n`,
    });
  });
});

describe('a command that takes its time to start', () => {
  it('says so', async () => {
    const slow = join(image.folder, 'slow.mjs');
    writeFileSync(
      slow,
      `if (process.argv[1]?.includes('/operator/')) await new Promise((go) => setTimeout(go, 3_500));`,
    );
    const tool = image.startOps(['parked', 'list'], { ...nowhere, NODE_OPTIONS: `--import=${slow}` });
    expect(await text(tool.stderr)).toMatch(/^The command is starting \(\d+ s\)\.\n/);
  });
});

describe('a tool that cannot work', () => {
  const broken = (change: (folder: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'image-'));
    cpSync(image.folder, folder, { recursive: true, verbatimSymlinks: true });
    change(folder);
    const { status, stdout } = spawnSync(process.execPath, ['scripts/ops.mjs', 'status', '--json'], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATABASE_URL: nowhere.DATABASE_URL },
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    return { status, document: JSON.parse(stdout) };
  };

  it('says that it was not built', () => {
    expect(broken((folder) => rmSync(join(folder, 'projections')))).toEqual({
      status: 78,
      document: { error: 'Build first: npm run build', exitCode: 78 },
    });
  });

  it('says that it fell over', () => {
    const found = broken((folder) => {
      rmSync(join(folder, 'projections'));
      for (const [file, content] of [
        [
          'catalogue.js',
          `export { catalogue } from ${JSON.stringify(fromRoot('projections/dist/operator/catalogue.js'))};`,
        ],
        ['main.js', `import 'node:nowhere';`],
      ] as const) {
        mkdirSync(join(folder, 'projections/dist/operator'), { recursive: true });
        writeFileSync(join(folder, 'projections/dist/operator', file), content);
      }
      writeFileSync(join(folder, 'projections/package.json'), '{"type":"module"}');
    });
    expect(found).toEqual({
      status: 70,
      document: { error: expect.stringContaining('nowhere'), exitCode: 70 },
    });
  });
});
