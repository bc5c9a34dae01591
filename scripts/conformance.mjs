// Runs the conformance specs against any server with EventStoreDB's protocol, without TLS: npm run conformance --
// <address>.
// Without an address they run against the embedded store, which is then also killed 50 times while clients write to it.
// --struck is for runs during which nodes are killed and frozen: a failing spec is retried at most four times, and the
// report lists it with its retries. The last line counts the specs.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './tasks/build.mjs';
import { install } from './tasks/install.mjs';
import { countTests, failedTests } from './tasks/test-report.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  options: { struck: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const address = positionals[0] ?? process.env.EVENTSTORE_URL;
const directory = mkdtempSync(join(tmpdir(), 'groundswell-conformance-'));
const file = join(directory, 'report.json');

try {
  await install();
  await build();
  const words = [
    'run',
    'packages/embedded/src/event-store/conformance',
    ...(address === undefined ? ['packages/embedded/src/event-store/resilience/crash.int.spec.ts'] : []),
    '--reporter=default',
    '--reporter=json',
    ...(values.struck ? ['--retry=4'] : []),
  ];
  // Some specs count every event in the log, so on a shared server they must not run in parallel.
  const apart = address === undefined ? [] : ['--no-file-parallelism'];
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...words, `--outputFile.json=${file}`, ...apart],
    {
      stdio: 'inherit',
      env: { ...process.env, ...(address === undefined ? { KILLS: '50' } : { EVENTSTORE_URL: address }) },
    },
  );
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { passed, failed, skipped } = countTests(report, status ?? 1);
  for (const name of failedTests(report)) console.error(`does not hold: ${name}`);
  const all = passed + failed + skipped;
  const verdict = failed + skipped === 0 ? 'all hold' : `${passed} hold`;
  console.log(`${all} conformance specs on ${address ?? 'the embedded store'}: ${verdict}`);
  process.exitCode = failed + skipped === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true });
}
