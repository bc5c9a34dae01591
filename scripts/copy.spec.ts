import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Phrases that no native writer would use on a screen or in an email. `docs/voice.md` lists replacements. */
const phrases = [
  'anew',
  'at present',
  'by itself',
  'call(ed)? (it )?off',
  'everybody',
  'goes on from here',
  'has (been told|moved none)',
  'could not be',
  'can be withdrawn once',
  'how far (it|your|this) is',
  'is (not )?valid any more',
  'look into your',
  'nobody',
  'on its way',
  'none has moved',
  '(did|does) not take',
  'out of reach',
  'says something else',
  'somebody',
  'takes? the place of',
  'the instance',
  'there is no such (account|address|allocation|bank|concept|link|screen|sign-in|sub-concept|transfer|trend)',
  'to go on',
  'turned down',
  'typing mistake',
  '(do|did) not',
  'whoever',
  'will stand here',
  'worth nothing',
];
const banned = new RegExp(`\\b(${phrases.join('|')})\\b`, 'i');

/** Legal texts are formal; specs and migration names are not user-facing. */
const folders = ['web/src', 'workers/src/mail'];
const elsewhere = /\.spec\.tsx?$|\.harness\.tsx$|\/legal\/|\/specification\/|\/outbox\.ts$/;
const operators = [
  'command-service/src/operator',
  'packages/embedded/src/launcher',
  'packages/platform/src/operator',
  'projections/src/operator',
  'query-service/src/operator',
  'workers/src/operator',
];
const refusals = ['packages/contracts/src/refusal.ts', 'packages/contracts/src/money/broker-refusals.ts'];

const root = fileURLToPath(new URL('..', import.meta.url));

const sourcesIn = (folder: string): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => !elsewhere.test(file));

const textOf = (node: ts.Node): string | undefined =>
  ts.isJsxText(node) ||
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node)
    ? node.text.replace(/\s+/g, ' ').trim()
    : undefined;

/** Every text of more than one word in a source file, and banned words alone, with its line number. */
const textsOf = (file: string, source: string): string[] => {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
    if (text?.includes(' ') || banned.test(text ?? '')) found.push(`${file}:${line + 1}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
};

describe('text for operators', () => {
  it('has no private words', () => {
    const privately = /\b(anew|gone on with|(every|no|some)body|out of reach|stands (at|in the)|whoever)\b/i;
    const texts = operators
      .flatMap(sourcesIn)
      .filter((file) => !file.includes('/spec-kit/'))
      .flatMap((file) => textsOf(file, readFileSync(`${root}${file}`, 'utf8')));
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => privately.test(text))).toEqual([]);
  });
});

describe('text for people', () => {
  it('has none of the words a native writer would avoid', () => {
    const files = [...folders.flatMap(sourcesIn), ...refusals];
    const texts = files.flatMap((file) => textsOf(file, readFileSync(`${root}${file}`, 'utf8')));
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter((text) => banned.test(text.replace(/^\S+ /, '')))).toEqual([]);
  });

  it.each([
    ['a screen', '<p>The page is loaded anew.</p>'],
    ['an attribute', '<Page title="How far it is" />'],
    ['a template', '`Nobody joined in `'],
    ['a word alone', "owner ?? 'nobody'"],
  ])('is checked in %s', (_, source) => {
    expect(textsOf('screen.tsx', source).filter((text) => banned.test(text))).toHaveLength(1);
  });
});
