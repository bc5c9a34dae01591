import { describe, expect, it } from 'vitest';
import { legalDocumentOf } from './legal-text.js';

const opening = '# Terms\n\nRevised today\n\n## In short\n\n- Be kind.\n\n';
const sectionsOf = (markdown: string) => legalDocumentOf(opening + markdown).sections;
const blocksOf = (markdown: string) => sectionsOf(`## One {#one}\n\n${markdown}`)[0]?.blocks;

describe('a legal page in Markdown', () => {
  it('has a title, a date and a summary', () => {
    expect(legalDocumentOf(opening)).toEqual({
      title: 'Terms',
      dated: 'Revised today',
      introduction: [],
      inShort: [{ kind: 'bullets', items: [['Be kind.']] }],
      sections: [],
    });
    expect(() => legalDocumentOf('# Terms\n\nRevised today')).toThrow('begins with');
  });

  it('numbers its sections and refers to them by number', () => {
    const sections = sectionsOf('## A {#a}\n\n## B {#b}\n\n### C {#c}\n\n### D {#d}\n\nSee [section](#d).');
    expect(sections.map(({ number }) => number)).toEqual(['1', '2']);
    expect(sections[1]?.subsections.map(({ number }) => number)).toEqual(['2.1', '2.2']);
    expect(sections[1]?.subsections[1]?.blocks).toEqual([
      { kind: 'paragraph', passage: ['See ', { words: 'section\u00a02.2', to: '#d' }, '.'] },
    ]);
  });

  it('knows notices, emphasis, links, mailboxes and lists', () => {
    expect(blocksOf('> Mind **this**,\n> please.')).toEqual([
      { kind: 'notice', passage: ['Mind ', { strong: 'this' }, ', please.'] },
    ]);
    expect(blocksOf('- One\n  item\n- [More](/more), <a@b.test>')).toEqual([
      {
        kind: 'bullets',
        items: [
          ['One item'],
          [{ words: 'More', to: '/more' }, ', ', { words: 'a@b.test', to: 'mailto:a@b.test' }],
        ],
      },
    ]);
  });

  it('makes one list of entries that follow each other', () => {
    expect(blocksOf('Name\n: Kept\n  **long**.\n\nMail\n: Not kept.')).toEqual([
      {
        kind: 'entries',
        entries: [
          { term: 'Name', passage: ['Kept ', { strong: 'long' }, '.'] },
          { term: 'Mail', passage: ['Not kept.'] },
        ],
      },
    ]);
  });

  it.each([
    ['a reference to no section', 'See [section](#gone).', 'no section with the id gone'],
    ['a table', '| a | b |\n|---|---|\n| c | d |', 'has no table'],
    ['an image', '![a](b.png)', 'has no image'],
    ['HTML', '<p>a</p>', 'has no html'],
    ['a heading without an id', '### Two', 'no section with the id'],
  ])('is refused with %s', (_, markdown, message) => {
    expect(() => blocksOf(markdown)).toThrow(message);
  });
});
