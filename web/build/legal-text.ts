// The Markdown of a legal page:
//
//   # Title              with the date in the first paragraph
//   ## In short          the summary
//   ## Title {#id}       a section, numbered in order; ### is a subsection
//   > Text               a notice
//   Term
//   : Text               an entry
//   [section](#id)       "section 14": no number is written by hand
import { Lexer, type Token } from 'marked';
import type { Plugin } from 'vite';
import type {
  Block,
  Inline,
  LegalDocument,
  Passage,
  Section,
  Subsection,
} from '../src/features/legal/document.js';

interface Part {
  readonly depth: number;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

const unknown = ({ type, raw }: Token): Error => new Error(`A legal page has no ${type}: ${raw}`);

/** Turns line breaks in the source into single spaces. */
const flat = (words: string): string => words.replaceAll(/[ \n]+/g, ' ');

const inlineOf = (token: Token): Inline => {
  if (token.type === 'text') return flat(token.text);
  if (token.type === 'strong') return { strong: flat(token.text) };
  if (token.type === 'link') return { words: flat(token.text), to: token.href };
  throw unknown(token);
};

/** The content of paragraphs and items counts without them. */
const passageOf = (tokens: readonly Token[] = []): Passage =>
  tokens.flatMap((token) =>
    token.type === 'paragraph' || (token.type === 'text' && 'tokens' in token)
      ? passageOf(token.tokens)
      : inlineOf(token),
  );

const blockOf = (token: Token): Block => {
  if (token.type === 'blockquote') return { kind: 'notice', passage: passageOf(token.tokens) };
  if (token.type === 'list') {
    const items: readonly Token[] = token.items;
    return { kind: 'bullets', items: items.map((item) => passageOf('tokens' in item ? item.tokens : [])) };
  }
  if (token.type !== 'paragraph') throw unknown(token);
  const [, term, words = ''] = /^(.+)\n: ([\s\S]+)$/.exec(token.text) ?? [];
  if (term === undefined) return { kind: 'paragraph', passage: passageOf(token.tokens) };
  return { kind: 'entries', entries: [{ term, passage: passageOf(Lexer.lexInline(words)) }] };
};

/** Merges consecutive entries into one list. */
const joined = (blocks: readonly Block[], block: Block): readonly Block[] => {
  const last = blocks.at(-1);
  return last?.kind === 'entries' && block.kind === 'entries'
    ? [...blocks.slice(0, -1), { ...last, entries: [...last.entries, ...block.entries] }]
    : [...blocks, block];
};

const partsOf = (markdown: string): readonly Part[] => {
  const parts: Part[] = [];
  for (const token of Lexer.lex(markdown)) {
    const part = parts.at(-1);
    if (token.type === 'heading') parts.push({ depth: token.depth, heading: token.text, blocks: [] });
    else if (token.type !== 'space' && part)
      parts[parts.length - 1] = { ...part, blocks: joined(part.blocks, blockOf(token)) };
  }
  return parts;
};

const numbersIn = (markdown: string): ReadonlyMap<string, string> => {
  let [section, subsection] = [0, 0];
  const headings = [...markdown.matchAll(/^(###?) .+ \{#([\w-]+)\}$/gm)];
  return new Map(
    headings.map(([, marks, id = '']) => {
      [section, subsection] = marks === '##' ? [section + 1, 0] : [section, subsection + 1];
      return [id, subsection === 0 ? `${section}` : `${section}.${subsection}`];
    }),
  );
};

/** Throws on Markdown the page cannot show, and on references to unknown sections. */
export const legalDocumentOf = (markdown: string): LegalDocument => {
  const numbers = numbersIn(markdown);
  const numberOf = (id: string): string => {
    const number = numbers.get(id);
    if (number === undefined) throw new Error(`A legal page has no section with the id ${id}`);
    return number;
  };
  const [opening, summary, ...parts] = partsOf(
    markdown.replaceAll(
      /\[section\]\(#([\w-]+)\)/g,
      (_, id: string) => `[section\u00a0${numberOf(id)}](#${id})`,
    ),
  );
  const [dated, ...introduction] = opening?.blocks ?? [];
  if (!opening || summary?.heading !== 'In short' || dated?.kind !== 'paragraph')
    throw new Error('A legal page begins with its title, its date and a summary');
  const sections: (Section & { readonly subsections: Subsection[] })[] = [];
  for (const { depth, heading, blocks } of parts) {
    const [, title = '', id = ''] = /^(.+) \{#([\w-]+)\}$/.exec(heading) ?? [];
    const part = { id, title, number: numberOf(id), blocks };
    if (depth === 2) sections.push({ ...part, subsections: [] });
    else sections.at(-1)?.subsections.push(part);
  }
  return {
    title: opening.heading,
    dated: dated.passage.join(''),
    introduction,
    inShort: summary.blocks,
    sections,
  };
};

/** Turns each Markdown file into a module with its legal document as the default export. */
export const legalText = (): Plugin => ({
  name: 'legal-text',
  transform: (source, id) =>
    id.endsWith('.md')
      ? { code: `export default ${JSON.stringify(legalDocumentOf(source))};`, map: null }
      : null,
});
