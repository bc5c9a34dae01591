// Runs one benchmark: npm run bench -- event-store [--quick]. `replay` also accepts --serve, for a whole instance.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { stdio: 'inherit' });

const [name, ...options] = process.argv.slice(2);
/** Benchmarks that belong together. */
const together = { trends: ['trends', 'growth', 'nightly'] };
const names = readdirSync('bench/src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`bench/src/${entry.name}/main.ts`))
  .map((entry) => entry.name);
if (!names.includes(name)) {
  console.error(`Which benchmark? One of: ${names.join(', ')}`);
  process.exit(1);
}
// Measures what runs in production: each entry bundled into one file by the build.
run('scripts/build.mjs');
for (const part of together[name] ?? [name]) run(`bench/dist/${part}/main.js`, ...options);
