// A legal page is data: the same text feeds the page, its contents list, its section numbers and the spec of its facts.

/** A reference to a section of the same page; shown as "section 14", so that a number is never written by hand. */
export interface SectionReference {
  readonly kind: 'section';
  readonly id: string;
}

export interface Emphasis {
  readonly kind: 'emphasis';
  readonly words: string;
}

/** `to` is a path of this site, an https address or a mailto address. */
export interface TextLink {
  readonly kind: 'link';
  readonly words: string;
  readonly to: string;
}

export type Inline = string | SectionReference | Emphasis | TextLink;
export type Passage = readonly Inline[];

interface Entry {
  readonly term: string;
  readonly passage: Passage;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly passage: Passage }
  | { readonly kind: 'notice'; readonly passage: Passage }
  | { readonly kind: 'bullets'; readonly items: readonly Passage[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] };

export interface Subsection {
  /** Stable: people keep links to it. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Section extends Subsection {
  readonly subsections?: readonly Subsection[];
}

export interface LegalDocument {
  readonly title: string;
  /** The date as the page shows it, such as "Effective March 16, 2025". */
  readonly dated: string;
  readonly introduction: readonly Block[];
  /** The few points a hurried reader should leave with. */
  readonly inShort: readonly Passage[];
  readonly sections: readonly Section[];
}

/** Prose of a template literal: line breaks of the source become single spaces. */
export function text(strings: TemplateStringsArray, ...inlines: readonly Inline[]): Passage {
  const pieces: Inline[] = strings.flatMap((words, index) => {
    const inline = inlines[index];
    const flat = words.replaceAll(/\s+/g, ' ');
    return inline === undefined ? [flat] : [flat, inline];
  });
  const last = pieces.length - 1;
  return pieces
    .map((piece, index) => {
      if (typeof piece !== 'string') return piece;
      const opened = index === 0 ? piece.trimStart() : piece;
      return index === last ? opened.trimEnd() : opened;
    })
    .filter((piece) => piece !== '');
}

export function paragraph(strings: TemplateStringsArray, ...inlines: readonly Inline[]): Block {
  return { kind: 'paragraph', passage: text(strings, ...inlines) };
}

/** A paragraph that must not be overlooked. */
export function notice(strings: TemplateStringsArray, ...inlines: readonly Inline[]): Block {
  return { kind: 'notice', passage: text(strings, ...inlines) };
}

export function bullets(...items: readonly Passage[]): Block {
  return { kind: 'bullets', items };
}

export function entries(...pairs: readonly (readonly [term: string, passage: Passage])[]): Block {
  return { kind: 'entries', entries: pairs.map(([term, passage]) => ({ term, passage })) };
}

export function emphasis(words: string): Emphasis {
  return { kind: 'emphasis', words };
}

export function link(words: string, to: string): TextLink {
  return { kind: 'link', words, to };
}

/** Refers to a section of the same page by its id. */
export function see(id: string): SectionReference {
  return { kind: 'section', id };
}
