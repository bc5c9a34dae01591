import type { LegalDocument, Section } from './document.js';

interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  /** "14", or "14.2" for the second subsection of section 14. */
  readonly number: string;
}

export interface OutlineSection extends OutlineEntry {
  readonly section: Section;
  readonly parts: readonly OutlineEntry[];
}

/** Numbers the sections of a document in reading order. */
export const outlineOf = ({ sections }: LegalDocument): readonly OutlineSection[] =>
  sections.map((section, index) => ({
    id: section.id,
    title: section.title,
    number: `${index + 1}`,
    section,
    parts: (section.subsections ?? []).map(({ id, title }, part) => ({
      id,
      title,
      number: `${index + 1}.${part + 1}`,
    })),
  }));

/** Looks up the number of a section or subsection; throws on an id the document does not have. */
export const numbersIn = (outline: readonly OutlineSection[]): ((id: string) => string) => {
  const numbers = new Map(
    outline.flatMap(({ parts, ...own }) => [own, ...parts]).map((it) => [it.id, it.number]),
  );
  return (id) => {
    const number = numbers.get(id);
    if (number === undefined) throw new Error(`No section of this document has the id ${id}`);
    return number;
  };
};
