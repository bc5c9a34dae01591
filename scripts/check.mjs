// Runs all checks that need no running service: types, format and lint, module boundaries, requirements, dead code.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const checks = {
  types: ['node_modules/typescript7/bin/tsc', '-b', '--pretty'],
  lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  walls: [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'web',
    'command-service/src',
    'query-service/src',
    'projections/src',
    'workers/src',
  ],
  requirements: ['scripts/spec-coverage.mjs'],
  'dead code': ['node_modules/knip/bin/knip.js', '--no-progress'],
};

/** Runs one check to completion and prints its output in one piece. */
const check = async ([name, words]) => {
  const started = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(Buffer.concat(said));
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return status === 0;
};

// The dead-code check reads the output of the type check, which does not exist on a clean clone.
const [types, ...others] = Object.entries(checks);
const typed = await check(types);
const passed = await Promise.all(others.map(check));
process.exit(typed && passed.every(Boolean) ? 0 : 1);
