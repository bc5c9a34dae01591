// Damages each table of each read model in every way, one at a time, and repairs it: npm run heal-test
import { runBuilt } from './tasks/run-built.mjs';

await runBuilt([
  ['node_modules/vitest/vitest.mjs', 'run', '--project=whole', 'projections/src/replay/heal.whole.spec.ts'],
]);
