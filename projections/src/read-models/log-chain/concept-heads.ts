import { chainStart, hashLength, linked, textLeaf } from './hashes.js';

/** State of one concept's chain. */
export interface ConceptHead {
  readonly stream: string;
  /** Number of its events. */
  readonly count: number;
  /** Log position of the last of them. */
  readonly position: bigint;
  /** Head of the chain over its events alone. */
  readonly head: Buffer;
}

/** Adds an event to a concept's chain. */
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

/** Copies a head into its own buffer. Hashes are slices of larger buffers, which would otherwise stay in memory. */
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

/** Caches leaves, because few of the concepts change from one day's checkpoint to the next. */
const known = new WeakMap<ConceptHead, Leaf>();

const leafOf = (head: ConceptHead): Leaf => {
  const found = known.get(head);
  if (found) return found;
  const { stream } = head;
  const made = { stream, bytes: Buffer.from(stream), leaf: textLeaf(headText(head)) };
  known.set(head, made);
  return made;
};

/**
 * The leaves of the tree of concepts, ordered by the bytes of the stream names. Fastest if the input is nearly in
 * order.
 */
export const headLeaves = (heads: Iterable<ConceptHead>): { streams: string[]; leaves: Buffer[] } => {
  const sorted = Array.from(heads, leafOf).sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  return { streams: sorted.map(({ stream }) => stream), leaves: sorted.map(({ leaf }) => leaf) };
};

/** Events on these streams are public, except for who made them. */
export const isConceptStream = (stream: string): boolean => stream.startsWith('concept-');
