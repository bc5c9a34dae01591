// Forges a log in every way and tests every order of what may follow: npm run forge. npm test runs a sample of it.
import { runBuilt } from './tasks/run-built.mjs';

await runBuilt(
  [
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'projections/src/audit/forge.int.spec.ts',
      'projections/src/replay/evidence.int.spec.ts',
    ],
  ],
  { FORGE: 'all' },
);
