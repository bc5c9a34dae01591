import { chainStart, hashLength, linked, textLeaf } from './hashes.js';

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

/** The same head in a buffer of its own: hashes are cut from larger ones, which would be held with it. */
export const apart = (head: ConceptHead): ConceptHead => ({
  ...head,
  head: Buffer.alloc(hashLength, head.head),
});

/** One concept's entry in the tree of concepts. */
const headText = ({ stream, count, head }: Pick<ConceptHead, 'stream' | 'count' | 'head'>): string =>
  `${stream} ${count} ${head.toString('hex')}`;

/** A head in the tree of concepts: the bytes of its stream, which determine its place, and its leaf. */
interface Leaf {
  readonly stream: string;
  readonly bytes: Buffer;
  readonly leaf: Buffer;
}

/** A day is closed over all concepts, of which few have moved since the day before. */
const known = new WeakMap<ConceptHead, Leaf>();

const leafOf = (head: ConceptHead): Leaf => {
  const found = known.get(head);
  if (found) return found;
  const { stream } = head;
  const made = { stream, bytes: Buffer.from(stream), leaf: textLeaf(headText(head)) };
  known.set(head, made);
  return made;
};

/** The leaves of the tree of concepts, in the order of the streams' bytes. Soonest done when they come nearly so. */
export const headLeaves = (heads: Iterable<ConceptHead>): { streams: string[]; leaves: Buffer[] } => {
  const sorted = Array.from(heads, leafOf).sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  return { streams: sorted.map(({ stream }) => stream), leaves: sorted.map(({ leaf }) => leaf) };
};

/** Events on these streams are public, but for who made them. */
export const isConceptStream = (stream: string): boolean => stream.startsWith('concept-');
