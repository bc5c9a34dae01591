// Simulates the money workers: npm run sim -- --seeds=200000, or --seed=42 for a single run, step by step.
import { execFileSync } from 'node:child_process';
import { build } from './tasks/build.mjs';

await build();
try {
  const words = ['workers/dist/money/spec-kit/sim/main.js', ...process.argv.slice(2)];
  execFileSync(process.execPath, words, { stdio: 'inherit' });
} catch ({ status }) {
  process.exitCode = status ?? 1;
}
