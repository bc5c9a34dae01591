// Forges a log in every way and lets all that may come after it happen in every order: npm run forge. A sample of it is
// part of npm test.
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
