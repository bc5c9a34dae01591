// Damages each table of each read model in every way, one at a time, and repairs it: npm run heal-test
import { execFileSync } from 'node:child_process';

const run = (...words) => execFileSync(process.execPath, words, { stdio: 'inherit' });

run('scripts/build.mjs');
run('node_modules/vitest/vitest.mjs', 'run', '--project=whole', 'projections/src/replay/heal.whole.spec.ts');
