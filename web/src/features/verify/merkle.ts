import { nodeOf } from './hashes.js';

/** A node's index at its height, and the index of the last node there. */
interface Place {
  readonly at: number;
  readonly last: number;
}

const isOdd = (value: number): boolean => value % 2 === 1;
const above = ({ at, last }: Place): Place => ({ at: Math.floor(at / 2), last: Math.floor(last / 2) });

/** Whether the next node of a proof joins from the left. */
const joinsLeft = ({ at, last }: Place): boolean => isOdd(at) || at === last;

/** The place after a node was joined. At the ragged edge, heights without a sibling are skipped. */
const afterJoin = (place: Place): Place => {
  let next = place;
  if (joinsLeft(place)) while (!isOdd(next.at) && next.at !== 0) next = above(next);
  return above(next);
};

/**
 * The root that a leaf and its path lead to (RFC 9162, 2.1.3.2).
 * @returns undefined when the path does not fit a tree of that size
 */
export const rootOfInclusion = async (
  leaf: string,
  index: number,
  size: number,
  path: readonly string[],
): Promise<string | undefined> => {
  if (index >= size) return undefined;
  let node = leaf;
  let place: Place = { at: index, last: size - 1 };
  for (const sibling of path) {
    if (place.last === 0) return undefined;
    node = await (joinsLeft(place) ? nodeOf(sibling, node) : nodeOf(node, sibling));
    place = afterJoin(place);
  }
  return place.last === 0 ? node : undefined;
};

/** A tree: its number of leaves, and the hash over all of them. */
export interface TreeHead {
  readonly count: number;
  readonly root: string;
}

/** Both roots that a consistency proof leads to (RFC 9162, 2.1.4.2). */
const rootsOfConsistency = async (first: TreeHead, size: number, proof: readonly string[]) => {
  // For a perfect tree, its root is the first node of its own proof and is omitted there.
  const [begin = '', ...rest] = Number.isInteger(Math.log2(first.count)) ? [first.root, ...proof] : proof;
  let place: Place = { at: first.count - 1, last: size - 1 };
  while (isOdd(place.at)) place = above(place);
  let [old, now] = [begin, begin];
  for (const node of rest) {
    if (place.last === 0) return undefined;
    if (joinsLeft(place)) [old, now] = [await nodeOf(node, old), await nodeOf(node, now)];
    else now = await nodeOf(now, node);
    place = afterJoin(place);
  }
  return place.last === 0 ? { old, now } : undefined;
};

/** Whether one tree is a prefix of another: nothing in it was changed, moved or removed. */
export const isBeginningOf = async (
  first: TreeHead,
  second: TreeHead,
  proof: readonly string[],
): Promise<boolean> => {
  if (first.count === second.count) return first.root === second.root;
  if (first.count === 0 || first.count > second.count) return false;
  const roots = await rootsOfConsistency(first, second.count, proof);
  return roots?.old === first.root && roots.now === second.root;
};
