// Forges a log in every way and tests every order of what may follow: npm run forge. npm test runs a sample of it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from './tasks/build.mjs';
import { install } from './tasks/install.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
await install();
await build();
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    'projections/src/audit/forge.int.spec.ts',
    'projections/src/replay/evidence.int.spec.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, FORGE: 'all' } },
);
process.exitCode = status ?? 1;
