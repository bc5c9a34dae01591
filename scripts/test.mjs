// The whole test run: installs dependencies, builds, checks, then runs all tests. Its last line counts the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './tasks/build.mjs';
import { findChromium } from './tasks/chromium.mjs';
import { install } from './tasks/install.mjs';
import { numbersOf, searchLogs } from './tasks/kept-logs.mjs';
import { makeScratch } from './tasks/scratch.mjs';
import {
  closingLine,
  countsAfterRepeat,
  countTests,
  failedTests,
  filesToRepeat,
} from './tasks/test-report.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Counts the installation, too, after which the command starts over on another Node.
process.env.TESTS_BEGAN ??= String(Date.now());
await install();

const keptLogs = mkdtempSync(join(tmpdir(), 'groundswell-logs-'));
const scratch = makeScratch();

const runVitest = (chromium, files = []) => {
  const directory = mkdtempSync(join(tmpdir(), 'groundswell-report-'));
  const file = join(directory, 'report.json');
  const words = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=!whole',
    '--reporter=default',
    '--reporter=json',
  ];
  const { status } = spawnSync(process.execPath, [...words, `--outputFile.json=${file}`, ...files], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, KEPT_LOGS: keptLogs, TMPDIR: scratch },
  });
  const report = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  rmSync(directory, { recursive: true });
  return { report, counts: countTests(report, status ?? 1) };
};

/** Runs all tests, then reruns a few failed files on their own. Tests that pass only in the rerun are reported. */
const runTests = (chromium) => {
  const { report, counts } = runVitest(chromium);
  const files = filesToRepeat(report);
  if (files.length === 0) return counts;
  console.log(`\nOnce more, alone: ${files.join(', ')}`);
  const again = runVitest(chromium, files);
  const failing = failedTests(again.report);
  const unsteady = failedTests(report).filter((test) => !failing.includes(test));
  for (const test of unsteady) console.log(`UNSTEADY, a defect to fix: ${test}`);
  return countsAfterRepeat(report, again.counts);
};

/** Checks that no log line contains an address, token, password, or number of a person or account. */
const logsAreClean = () => {
  const { logs, lines, known, found } = searchLogs(keptLogs, numbersOf('.'));
  for (const line of found) console.error(`a log ${line}`);
  console.log(
    `${lines} lines of ${logs} logs searched for ${known} secrets of the tests, and for anything that looks like one`,
  );
  if (found.length > 0) console.error(`these logs are kept in ${keptLogs}`);
  else rmSync(keptLogs, { recursive: true });
  return lines > 0 && found.length === 0;
};

try {
  const [chromium] = await Promise.all([findChromium(), build()]);
  const checked = spawnSync(process.execPath, ['scripts/check.mjs'], { stdio: 'inherit' }).status === 0;
  const counts = runTests(chromium);
  const clean = logsAreClean();
  console.log(
    `in ${Math.round((Date.now() - Number(process.env.TESTS_BEGAN)) / 1_000)} s${checked ? '' : '; npm run check failed'}`,
  );
  console.log(closingLine(counts));
  process.exitCode = checked && clean && counts.failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
