import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { namedTests } from './tasks/named-tests.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const rows = readFileSync(`${root}docs/security.md`, 'utf8')
  .split('\n')
  .filter((line) => /^\| [SX]\d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([id = '', , proof = '']) => ({ id, proof }));

describe('docs/security.md', () => {
  it('has all forty-two checks, each once', () => {
    const checks = rows.map(({ id }) => id).filter((id) => id.startsWith('S'));
    expect(checks).toEqual(Array.from({ length: 42 }, (_, index) => `S${index + 1}`));
  });

  it.each(rows)('$id names tests, or says why there is none', ({ proof }) => {
    expect(namedTests(proof).length > 0 || /^(open|does not apply)/.test(proof)).toBe(true);
  });

  it.each(rows.flatMap(({ id, proof }) => namedTests(proof).map(([file, title]) => ({ id, file, title }))))(
    '$id: $file has "$title"',
    ({ file, title }) => {
      expect(existsSync(root + file), file).toBe(true);
      expect(readFileSync(root + file, 'utf8')).toContain(title);
    },
  );
});
