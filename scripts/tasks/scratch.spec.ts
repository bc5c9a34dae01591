import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeScratch, removeAbandoned } from './scratch.mjs';

it('the directory of a run can be entered by the account of PostgreSQL', () => {
  const directory = makeScratch();
  onTestFinished(() => rmSync(directory, { recursive: true }));
  expect(statSync(directory).mode & 0o777).toBe(0o755);
});

it.runIf(platform() === 'linux')('what a killed run left is removed, and nothing else', () => {
  const place = mkdtempSync(join(tmpdir(), 'place-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const noProcess = 2 ** 30;
  const kept = [`groundswell-run-${process.pid}-own`, 'groundswell-run-notes', 'other'].toSorted();
  for (const name of [...kept, `groundswell-run-${noProcess}-left`])
    mkdirSync(join(place, name, 'data'), { recursive: true });
  removeAbandoned(place);
  expect(readdirSync(place).toSorted()).toEqual(kept);
  expect(existsSync(join(place, 'other/data'))).toBe(true);
});
