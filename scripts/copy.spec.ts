import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Words of ours that no native writer would use on a screen or in an email; `docs/voice.md` says what to write instead. */
const banned =
  /\b(anew|whoever|nobody|somebody|everybody|by itself|how far (it|your|this) is|the instance|call(ed)? (it )?off|will stand here|worth nothing|turned down|look into your)\b/i;

/** Legal texts are formal; what specs are made of, and names of migrations, are not for people. */
const folders = ['web/src', 'workers/src/mail'];
const elsewhere = /\.spec\.tsx?$|\.harness\.tsx$|\/legal\/|\/specification\/|\/outbox\.ts$/;
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

/** Every text of more than one word in a source file, with its line. */
const textsOf = (file: string, source: string): string[] => {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
    if (text?.includes(' ')) found.push(`${file}:${line + 1}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
};

describe('what people read', () => {
  it('has none of the words that a native writer would not use', () => {
    const files = [...folders.flatMap(sourcesIn), ...refusals];
    const texts = files.flatMap((file) => textsOf(file, readFileSync(`${root}${file}`, 'utf8')));
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter((text) => banned.test(text.replace(/^\S+ /, '')))).toEqual([]);
  });

  it.each([
    ['a screen', '<p>The page is loaded anew.</p>'],
    ['an attribute', '<Page title="How far it is" />'],
    ['a template', '`Nobody joined in `'],
  ])('is looked at in %s', (_, source) => {
    expect(textsOf('screen.tsx', source).filter((text) => banned.test(text))).toHaveLength(1);
  });
});
