// Types, format and lint, walls, requirements, dead code: everything that needs no running part.
import { spawnSync } from 'node:child_process';

const checks = {
  types: ['node_modules/typescript/bin/tsc', '-b', '--pretty'],
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

const failed = Object.entries(checks).filter(([name, args]) => {
  const started = Date.now();
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  console.log(
    `${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
