import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { changesOf, occurrences, readGuards } from './tasks/guards.mjs';
import { namedTests } from './tasks/named-tests.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const guards = readGuards(root);
const rowsOf = (page: string) => readFileSync(`${root}docs/${page}`, 'utf8').split('\n');
const rows = [...rowsOf('security.md'), ...rowsOf('reliability.md')];
/** Limits against attacks. The other rows are covered by tests that kill and break things. */
const limits = /^\| R1[2-6] /;

describe('docs/money-guards.yaml', () => {
  it.each(readGuards(root, 'money-guards.yaml'))('removes code that occurs once: $check', (guard) => {
    for (const change of changesOf(guard)) expect(occurrences(root, change), change.take).toBe(1);
  });
});

describe('docs/security-guards.yaml', () => {
  it('removes a guard of every check that applies, and of every limit', () => {
    const apply = rows.filter(
      (line) => (/^\| [SX]\d/.test(line) || limits.test(line)) && !line.includes('| does not apply'),
    );
    const checks = apply.map((line) => line.split(' ')[1]);
    expect(checks.filter((check) => !guards.some((guard) => guard.check === check))).toEqual([]);
  });

  it.each(guards)('removes code that occurs once in the program: $check, $file', (guard) => {
    for (const change of changesOf(guard)) expect(occurrences(root, change), change.take).toBe(1);
  });

  it.each(guards)('names a test that the row of $check names: $test', ({ check, test }) => {
    const row = rows.find((line) => line.startsWith(`| ${check} |`)) ?? '';
    expect(namedTests(row)).toContainEqual(test);
  });
});
