// A legal page is data: its Markdown feeds the page, its table of contents, its section numbers and the spec
// of its facts. `web/build/legal-text.ts` defines the format, and reads it at build time.

interface Strong {
  readonly strong: string;
}

/** `to` is a path of this site, an https address or a mailto address. */
interface TextLink {
  readonly words: string;
  readonly to: string;
}

export type Inline = string | Strong | TextLink;
export type Passage = readonly Inline[];

interface Entry {
  readonly term: string;
  readonly passage: Passage;
}

export type Block =
  | { readonly kind: 'paragraph' | 'notice'; readonly passage: Passage }
  | { readonly kind: 'bullets'; readonly items: readonly Passage[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] };

export interface Subsection {
  /** Stable, since people keep links to it. */
  readonly id: string;
  readonly title: string;
  /** "14", or "14.2" for the second subsection of section 14. */
  readonly number: string;
  readonly blocks: readonly Block[];
}

export interface Section extends Subsection {
  readonly subsections: readonly Subsection[];
}

export interface LegalDocument {
  readonly title: string;
  /** The date as shown, such as "Effective March 16, 2025". */
  readonly dated: string;
  readonly introduction: readonly Block[];
  /** The main points for a hurried reader. */
  readonly inShort: readonly Block[];
  readonly sections: readonly Section[];
}
