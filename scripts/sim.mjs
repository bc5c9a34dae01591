// Simulates the money workers: npm run sim -- --seeds=200000, or --seed=42 for a single run, step by step.
import { runBuilt } from './tasks/run-built.mjs';

await runBuilt([['workers/dist/money/spec-kit/sim/main.js', ...process.argv.slice(2)]]);
