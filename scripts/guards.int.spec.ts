import { fileURLToPath } from 'node:url';
import { sampleOfCommit } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProgram, readGuards, tryWithout } from './tasks/guards.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Five guards whose tests need no services, about 15 seconds in total. `npm run guards` runs all guards. */
const five = sampleOfCommit(
  readGuards(root).filter(({ test: [file] }) => !/\.(int|e2e)\.spec\./.test(file)),
  5,
  ({ file, take }) => `${file} ${take}`,
);

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
