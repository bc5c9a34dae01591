// Runs one benchmark: npm run bench -- event-store [--quick]. `replay` also accepts --serve, for a whole instance.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runBuilt } from './tasks/run-built.mjs';

const [name, ...options] = process.argv.slice(2);
/** Benchmarks that belong together. */
const together = { trends: ['trends', 'growth', 'nightly'] };
const benchmarks = fileURLToPath(new URL('../bench/src', import.meta.url));
const names = readdirSync(benchmarks, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`${benchmarks}/${entry.name}/main.ts`))
  .map((entry) => entry.name);
if (!names.includes(name)) {
  console.error(`Which benchmark? One of: ${names.join(', ')}`);
  process.exit(1);
}
// Measures what runs in production: each entry bundled into one file by the build.
await runBuilt((together[name] ?? [name]).map((part) => [`bench/dist/${part}/main.js`, ...options]));
