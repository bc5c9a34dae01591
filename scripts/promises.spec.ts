import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { namedTests } from './tasks/named-tests.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const rowsOf = (page: string, id: RegExp) =>
  readFileSync(`${root}docs/${page}`, 'utf8')
    .split('\n')
    .filter((line) => id.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([name = '', promise = '', proof = '']) => ({ id: name, promise, proof }));

const pages = [
  { page: 'security.md', rows: rowsOf('security.md', /^\| [SX]\d/) },
  { page: 'reliability.md', rows: rowsOf('reliability.md', /^\| R\d/) },
];

describe('docs/security.md', () => {
  it('has all forty-two checks, each once', () => {
    const checks = pages[0]?.rows.map(({ id }) => id).filter((id) => id.startsWith('S'));
    expect(checks).toEqual(Array.from({ length: 42 }, (_, index) => `S${index + 1}`));
  });
});

describe('docs/reliability.md', () => {
  it('numbers its promises, and gives each one’s command', () => {
    const rows = pages[1]?.rows ?? [];
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => `R${index + 1}`));
    const commands = new Set(
      Object.keys(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts as object),
    );
    const named = readFileSync(`${root}docs/reliability.md`, 'utf8').matchAll(/`npm (?:run )?([a-z-]+)/g);
    for (const [, command = ''] of named) expect(commands, command).toContain(command);
  });
});

describe.each(pages)('each promise of $page', ({ rows }) => {
  it.each(rows)('$id names tests, or says why there is none', ({ proof }) => {
    expect(namedTests(proof).length > 0 || /^(open|does not apply)/.test(proof)).toBe(true);
  });

  it.each(rows.flatMap(({ id, proof }) => namedTests(proof).map(([file, title]) => ({ id, file, title }))))(
    '$id: $file has "$title"',
    ({ file, title }) => {
      expect(existsSync(root + file), file).toBe(true);
      const text = readFileSync(root + file, 'utf8');
      expect(text).toContain(title);
      expect(text).not.toMatch(/\b(?:it|describe|test)(?:\.\w+)*\.(?:skip|todo|only|fails)\b/);
    },
  );
});
