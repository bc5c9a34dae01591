import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { changesOf, occurrences, readGuards } from './tasks/guards.mjs';
import { namedTests } from './tasks/named-tests.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const guards = readGuards(root);
const rows = readFileSync(`${root}docs/security.md`, 'utf8').split('\n');

describe('docs/money-guards.yaml', () => {
  it.each(readGuards(root, 'money-guards.yaml'))('takes out what stands once: $check', (guard) => {
    for (const change of changesOf(guard)) expect(occurrences(root, change), change.take).toBe(1);
  });
});

describe('docs/security-guards.yaml', () => {
  it('takes out a guard of every check that applies', () => {
    const apply = rows.filter((line) => /^\| [SX]\d/.test(line) && !line.includes('| does not apply'));
    const checks = apply.map((line) => line.split(' ')[1]);
    expect(checks.filter((check) => !guards.some((guard) => guard.check === check))).toEqual([]);
  });

  it.each(guards)('takes out what stands once in the program: $check, $file', (guard) => {
    for (const change of changesOf(guard)) expect(occurrences(root, change), change.take).toBe(1);
  });

  it.each(guards)('names a test that security.md names for $check: $test', ({ check, test }) => {
    const row = rows.find((line) => line.startsWith(`| ${check} |`)) ?? '';
    expect(namedTests(row)).toContainEqual(test);
  });
});
