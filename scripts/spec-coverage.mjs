// Checks that every row of docs/spec-coverage.md is either open or names existing tests, so the list stays current.
import { existsSync, readFileSync } from 'node:fs';
import { namedTests } from './tasks/named-tests.mjs';

const page = 'docs/spec-coverage.md';
const rows = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => /^\| [a-z]\d/i.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
  .map(([id, , proof = '']) => ({ id, proof }));

const faults = [];
const seen = new Set();
let open = 0;

for (const { id, proof } of rows) {
  if (seen.has(id)) faults.push(`${id}: this id stands twice`);
  seen.add(id);
  if (proof === 'open') {
    open += 1;
    continue;
  }
  const named = namedTests(proof);
  if (named.length === 0) faults.push(`${id}: neither open nor a test: ${proof}`);
  for (const [file, title] of named) {
    if (!existsSync(file)) faults.push(`${id}: there is no ${file}`);
    else if (!readFileSync(file, 'utf8').includes(title))
      faults.push(`${id}: ${file} has no test "${title}"`);
  }
}

for (const fault of faults) console.error(`${page}: ${fault}`);
console.log(`${rows.length} requirements of the spec: ${rows.length - open} proved, ${open} open`);
process.exit(faults.length === 0 && rows.length > 0 ? 0 : 1);
