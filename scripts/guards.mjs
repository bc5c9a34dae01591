// For each guard in docs/security-guards.yaml and docs/money-guards.yaml, removes it from a copy of the program and
// runs the test named for it, which must then fail.
// Usage: npm run guards, or npm run guards -- S7 X6 for some of the checks.
import { fileURLToPath } from 'node:url';
import { build } from './tasks/build.mjs';
import { copyProgram, readGuards, tryWithout } from './tasks/guards.mjs';
import { install } from './tasks/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const wanted = process.argv.slice(2);
const guards = [...readGuards(root), ...readGuards(root, 'money-guards.yaml')].filter(
  ({ check }) => wanted.length === 0 || wanted.includes(check),
);
const unknown = wanted.filter((check) => !guards.some((guard) => guard.check === check));
if (unknown.length > 0) {
  console.error(`the lists in docs have no guard of ${unknown.join(', ')}.`);
  process.exit(64);
}

await install();
await build();
const { directory, remove } = copyProgram(root);
let caught = 0;
try {
  for (const guard of guards) {
    const outcome = await tryWithout(directory, guard);
    if (outcome === 'caught') caught += 1;
    console.log(`${guard.check.padEnd(4)} ${outcome.padEnd(22)} ${guard.file} › "${guard.test[1]}"`);
  }
} finally {
  remove();
}
console.log(
  `${caught} of ${guards.length} guards are defended: without each, the test that is named for it fails`,
);
process.exitCode = caught === guards.length ? 0 : 1;
