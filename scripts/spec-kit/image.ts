import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutWaiting } from '@groundswell/testing';
import { afterAll, beforeAll } from 'vitest';

export const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A copy of the image's layout that links to the built folders of this repository, for one file of specs. */
export const copyImage = () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'image-'));
    const dockerfile = readFileSync(fromRoot('Dockerfile'), 'utf8');
    for (const [, path = ''] of dockerfile.matchAll(/^COPY --from=build \/groundswell\/(\S+)/gm)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      if (path.endsWith('.mjs')) cpSync(fromRoot(path), join(folder, path));
      else symlinkSync(fromRoot(path), join(folder, path));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const asked = (words: readonly string[], variables: Readonly<Record<string, string>>) =>
    [
      process.execPath,
      ['scripts/ops.mjs', ...words],
      { cwd: folder, env: { PATH: process.env.PATH, ...variables } },
    ] as const;
  return {
    get folder() {
      return folder;
    },
    /** `node scripts/ops.mjs …` as in a container: with variables and without a data directory. */
    ops(words: readonly string[], variables: Readonly<Record<string, string>> = {}) {
      const [node, script, place] = asked(words, variables);
      const { status, stdout, stderr } = spawnSync(node, script, { ...place, encoding: 'utf8' });
      return { status, stdout, stderr: withoutWaiting(stderr) };
    },
    /** The same, without waiting for its end. */
    startOps(words: readonly string[], variables: Readonly<Record<string, string>>) {
      const [node, script, place] = asked(words, variables);
      return spawn(node, script, { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
    },
  };
};
