import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/**
 * @typedef {{ file: string, take: string, leave: string }} Change text that occurs once in a file, and its
 * replacement
 * @typedef {Change & { check: string, also?: Change[], test: [file: string, title: string] }} Guard
 */

/** @returns {Guard[]} the guards of a list in docs */
export const readGuards = (root, list = 'security-guards.yaml') =>
  parse(readFileSync(join(root, 'docs', list), 'utf8'));

/** @returns {Change[]} */
export const changesOf = ({ file, take, leave, also = [] }) => [{ file, take, leave }, ...also];

/** How often a file contains the text that a change removes. */
export const occurrences = (root, { file, take }) =>
  readFileSync(join(root, file), 'utf8').split(take).length - 1;

/** Not copied: large, or specific to this checkout. */
const left = ['node_modules', '.git', '.data'];

/**
 * Creates a copy of the program that tests may modify. Third-party libraries are linked to the original; the copy
 * has its own packages.
 * @param without more names that are not copied
 */
export const copyProgram = (root, ...without) => {
  const copy = mkdtempSync(join(tmpdir(), 'groundswell-guards-'));
  const uncopied = new Set([...left, ...without]);
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !uncopied.has(basename(path)),
  });
  const libraries = join(copy, 'node_modules');
  mkdirSync(join(libraries, '@groundswell'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@groundswell') symlinkSync(join(root, 'node_modules', name), join(libraries, name));
  }
  for (const name of readdirSync(join(root, 'node_modules/@groundswell'))) {
    const link = readlinkSync(join(root, 'node_modules/@groundswell', name));
    symlinkSync(link, join(libraries, '@groundswell', name));
  }
  return { directory: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
};

/** Vitest name pattern of a test whose title has placeholders. */
const patternOf = (title) =>
  title
    .split(/%[sdj]|\$\w+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');

const runTest = async (directory, [file, title]) => {
  const report = join(directory, 'guard-report.json');
  const words = ['node_modules/vitest/vitest.mjs', 'run', file, '-t', patternOf(title)];
  const { READY_DATA: _ready, VITEST: _vitest, ...env } = process.env;
  const child = spawn(process.execPath, [...words, '--reporter=json', `--outputFile=${report}`], {
    cwd: directory,
    stdio: 'ignore',
    env,
  });
  await once(child, 'exit');
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(report);
  return testResults.flatMap(({ assertionResults }) => assertionResults);
};

/**
 * Removes a guard from a copy, runs the test named for it, and restores the guard.
 * @returns {Promise<'caught' | 'not caught' | 'the test did not run'>}
 */
export const tryWithout = async (directory, guard) => {
  const before = new Map();
  for (const { file, take, leave } of changesOf(guard)) {
    const path = join(directory, file);
    const text = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, text);
    writeFileSync(
      path,
      text.replace(take, () => leave),
    );
  }
  try {
    const tests = await runTest(directory, guard.test);
    const run = tests.filter(({ status }) => status === 'passed' || status === 'failed');
    if (run.length === 0) return 'the test did not run';
    return run.some(({ status }) => status === 'failed') ? 'caught' : 'not caught';
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
};
