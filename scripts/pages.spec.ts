import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter((page) => page !== '');

/** The lines of a page without code: blocks are empty, and inline code is a letter. */
const proseIn = (page: string): string[] =>
  readFileSync(`${root}${page}`, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line) => line.replace(/`[^`]*`/g, 'x').trim());

const cellsOf = (row: string): number => row.replace(/^\||\|$/g, '').split('|').length;

/** Blocks of lines that belong together, with their first line's number. */
const blocksIn = (lines: readonly string[]) => {
  const blocks: { readonly at: number; readonly lines: string[] }[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    if (index === 0 || lines[index - 1] === '') blocks.push({ at: index + 1, lines: [] });
    blocks.at(-1)?.lines.push(line);
  }
  return blocks;
};

const brokenTables = (page: string): string[] =>
  blocksIn(proseIn(page)).flatMap(({ at, lines }) => {
    const [heading = ''] = lines;
    if (!heading.startsWith('|')) return [];
    const isWhole = (row: string) => /^\|.*\|$/.test(row) && cellsOf(row) === cellsOf(heading);
    return lines.flatMap((row, index) => (isWhole(row) ? [] : [`${page}:${at + index}: ${row}`]));
  });

const joinedItems = (page: string): string[] =>
  proseIn(page).flatMap((line, index) =>
    /[.:;] - [A-Z*x]/.test(line) ? [`${page}:${index + 1}: ${line}`] : [],
  );

describe('a page of the documentation', () => {
  it('has tables whose rows are lines, with as many cells as the heading', () => {
    expect(pages.length).toBeGreaterThan(40);
    expect(pages.flatMap(brokenTables)).toEqual([]);
  });

  it('has lists whose items are lines', () => {
    expect(pages.flatMap(joinedItems)).toEqual([]);
  });
});
