import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** What the image is made of; folders are the built ones of this repository. */
let image: string;
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'image-'));
  const copied = [
    ...readFileSync(fromRoot('Dockerfile'), 'utf8').matchAll(/^COPY --from=build \/groundswell\/(\S+)/gm),
  ];
  for (const [, path = ''] of copied) {
    mkdirSync(dirname(join(image, path)), { recursive: true });
    if (path.endsWith('.mjs')) cpSync(fromRoot(path), join(image, path));
    else symlinkSync(fromRoot(path), join(image, path));
  }
});
afterAll(() => rmSync(image, { recursive: true }));

/** `node scripts/ops.mjs …`, as in a container: with variables, and without a data directory. */
const ops = (words: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ops.mjs', ...words], {
    cwd: image,
    env: { PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
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
      const nowhere = {
        DATABASE_URL: 'postgresql://127.0.0.1:1/none',
        EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
      };
      expect(ops(words, nowhere)).toMatchObject({
        status: 69,
        stderr: expect.stringContaining('Out of reach'),
      });
    },
  );
});
