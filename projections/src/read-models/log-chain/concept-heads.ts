import { chainStart, linked, textLeaf } from './hashes.js';

/** How far the chain of one concept has come. */
export interface ConceptHead {
  readonly stream: string;
  /** Its events so far. */
  readonly count: number;
  /** Log position of the last of them. */
  readonly position: bigint;
  /** Head of the chain over them alone. */
  readonly head: Buffer;
}

/** The chain of a concept after one more of its events. */
export const afterEvent = (
  before: ConceptHead | undefined,
  event: { readonly stream: string; readonly position: { readonly commit: bigint } },
  leaf: Buffer,
): ConceptHead => ({
  stream: event.stream,
  count: (before?.count ?? 0) + 1,
  position: event.position.commit,
  head: linked(before?.head ?? chainStart, leaf),
});

/** What the tree of concepts holds of one. */
const headText = ({ stream, count, head }: Pick<ConceptHead, 'stream' | 'count' | 'head'>): string =>
  `${stream} ${count} ${head.toString('hex')}`;

/** The leaves of the tree of concepts, in the order of the streams' bytes. */
export const headLeaves = (heads: Iterable<ConceptHead>): { streams: string[]; leaves: Buffer[] } => {
  const sorted = [...heads].sort((one, other) =>
    Buffer.compare(Buffer.from(one.stream), Buffer.from(other.stream)),
  );
  return {
    streams: sorted.map(({ stream }) => stream),
    leaves: sorted.map((head) => textLeaf(headText(head))),
  };
};

/** Events on these streams are public, but for who made them. */
export const isConceptStream = (stream: string): boolean => stream.startsWith('concept-');
