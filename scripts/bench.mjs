// Runs one benchmark: npm run bench -- event-store [--quick]; `replay` also takes --serve, for a whole instance.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { stdio: 'inherit' });

const [name, ...options] = process.argv.slice(2);
/** Questions that take more than one benchmark to answer. */
const together = { trends: ['trends', 'growth', 'nightly'] };
const names = readdirSync('bench/src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`bench/src/${entry.name}/main.ts`))
  .map((entry) => entry.name);
if (!names.includes(name)) {
  console.error(`Which benchmark? One of: ${names.join(', ')}`);
  process.exit(1);
}
// What people run is measured: each entry in one file, as the build leaves it.
run('scripts/build.mjs');
for (const part of together[name] ?? [name]) run(`bench/dist/${part}/main.js`, ...options);
