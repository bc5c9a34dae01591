import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Names replaced by the glossary in `docs/architecture.md`: identifiers, folders and files. */
const replaced = new Map([
  ['hearing', 'broker listener'],
  ['book', 'process state'],
  ['ground', 'core services, or connections'],
  ['surroundings', 'dependencies'],
  ['doors', 'public services'],
  ['house', 'instance'],
  ['door', 'command dispatcher, or services'],
  ['standing', 'status, state or checkpoint'],
]);
/** The launcher really does have an address book. */
const allowed = /^packages\/embedded\/src\/launcher\/|^scripts\/launcher-plan\.spec\.ts$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const files = spawnSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((file) => file !== '' && !allowed.test(file));

/** Words in the names that a source file declares, in lower case. */
const namesIn = (file: string, source: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      found.push(...node.text.replace(/^#/, '').split(/(?=[A-Z])|_/));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false));
  return [...found, ...file.replace(/\.\w+$/, '').split(/[/.-]/)].map((word) => word.toLowerCase());
};

/** Parsing every file takes a minute, so only files that contain one of the words, alone or as part of a name, are parsed. */
const mentioned = new RegExp(
  [...replaced.keys()]
    .map((word) => `(?<![A-Za-z])${word}(?![a-z])|${word[0]?.toUpperCase()}${word.slice(1)}(?![a-z])`)
    .join('|'),
);

const oldNamesIn = (file: string, source: string): string[] =>
  mentioned.test(file) || mentioned.test(source)
    ? [...new Set(namesIn(file, source))].filter((name) => replaced.has(name))
    : [];

describe('a word that the glossary has replaced', () => {
  it('names nothing in the program', () => {
    expect(files.length).toBeGreaterThan(1_000);
    const told = files.flatMap((file) =>
      oldNamesIn(file, readFileSync(`${root}${file}`, 'utf8')).map(
        (name) => `${file}: ${name} is now ${replaced.get(name)}`,
      ),
    );
    expect(told).toEqual([]);
  });

  it.each([
    ['a variable', 'a.ts', 'const ground = 1;'],
    ['a type', 'a.ts', 'interface Surroundings {}'],
    ['a property', 'a.ts', 'open({ book: 1 });'],
    ['a folder', 'workers/hearing/a.ts', ''],
    ['a file', 'workers/ground.ts', ''],
    ['a part of a name', 'a.ts', 'const startHouse = () => undefined;'],
    ['a method', 'a.ts', 'class A { getStanding() {} }'],
    ['a part of a file’s name', 'a/standing-tables.ts', ''],
  ])('is seen in %s', (_, file, source) => {
    expect(oldNamesIn(file, source)).toHaveLength(1);
  });
});
