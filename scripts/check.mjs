// Types, format and lint, walls, requirements, dead code: everything that needs no running part.
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

/** Runs one of them to its end; what it prints is kept together. */
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

// Dead code is told by what the types have built: on a clean clone nothing is built yet.
const [types, ...others] = Object.entries(checks);
const typed = await check(types);
const passed = await Promise.all(others.map(check));
process.exit(typed && passed.every(Boolean) ? 0 : 1);
