import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProgram, type Guard, readGuards, tryWithout } from './tasks/guards.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The selection changes with each commit and is the same for everyone who tests that commit. */
const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout;
const turnOf = ({ file, take }: Guard): string =>
  createHash('sha256').update(`${commit} ${file} ${take}`).digest('hex');
/** Five guards whose tests need no services, about 15 seconds in total. `npm run guards` runs all guards. */
const five = readGuards(root)
  .filter(({ test: [file] }) => !/\.(int|e2e)\.spec\./.test(file))
  .toSorted((one, other) => turnOf(one).localeCompare(turnOf(other)))
  .slice(0, 5);

let copy: ReturnType<typeof copyProgram>;
beforeAll(() => {
  // Their tests run the source: what is built from it is most of what there is to copy.
  copy = copyProgram(root, 'dist');
});
afterAll(() => copy.remove());

describe('without a guard', () => {
  it.each(five)(
    'the test that is named for $check fails: $test',
    async (guard) => {
      expect(await tryWithout(copy.directory, guard)).toBe('caught');
    },
    120_000,
  );
});
