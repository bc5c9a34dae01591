import { perfectRoot, tileHeight, tileWidth } from './growing-tree.js';
import { emptyRoot, nodeOf } from './hashes.js';

/** The hashes of a tile, as many as exist in the last one of a level. Level 0 holds the leaves. */
export type TileSource = (level: number, number: number) => Promise<readonly Buffer[]>;

/** A tile of the stored tree is missing, or incomplete. */
export class TreeIncomplete extends RangeError {
  override readonly name = 'TreeIncomplete';
  constructor(height: number, index: number) {
    super(
      `the stored tree of the hash chain is incomplete (node ${height}/${index}): audit verify shows what was changed`,
    );
  }
}

/** Reads a tree of any size that the stored tiles cover, and creates proofs (RFC 6962, 2.1). */
export class TreeReader {
  readonly #nodes = new Map<string, Promise<Buffer>>();

  constructor(private readonly tile: TileSource) {}

  /** MTH: the root over the leaves from `start` to `end`, exclusive. */
  async root(start: number, end: number): Promise<Buffer> {
    const size = end - start;
    if (size === 0) return emptyRoot;
    const half = largestHalf(size);
    if (size === 1 || (half * 2 === size && start % size === 0))
      return this.#perfect(Math.log2(size), start / size);
    return nodeOf(await this.root(start, start + half), await this.root(start + half, end));
  }

  /**
   * PATH: the hashes to combine with a leaf, from its sibling upwards, to get the root over `size` leaves.
   */
  async inclusion(index: number, size: number): Promise<Buffer[]> {
    const path: Buffer[] = [];
    let [start, end] = [0, size];
    while (end - start > 1) {
      const middle = start + largestHalf(end - start);
      if (index < middle) {
        path.push(await this.root(middle, end));
        end = middle;
      } else {
        path.push(await this.root(start, middle));
        start = middle;
      }
    }
    return path.reverse();
  }

  /** PROOF: shows that the tree over `size` leaves starts with the one over `first` leaves. */
  async consistency(first: number, size: number): Promise<Buffer[]> {
    return first === 0 || first >= size ? [] : this.#subproof(first, 0, size, true);
  }

  async #subproof(first: number, start: number, end: number, known: boolean): Promise<Buffer[]> {
    const size = end - start;
    if (first === size) return known ? [] : [await this.root(start, end)];
    const half = largestHalf(size);
    if (first <= half) {
      const inner = await this.#subproof(first, start, start + half, known);
      return [...inner, await this.root(start + half, end)];
    }
    const inner = await this.#subproof(first - half, start + half, end, false);
    return [...inner, await this.root(start, start + half)];
  }

  /** The root of the perfect subtree of 2^height leaves at an index. */
  #perfect(height: number, index: number): Promise<Buffer> {
    const key = `${height}/${index}`;
    const kept = this.#nodes.get(key);
    if (kept) return kept;
    const found = this.#compute(height, index);
    this.#nodes.set(key, found);
    return found;
  }

  /** Within one tile everything is loaded. */
  async #compute(height: number, index: number): Promise<Buffer> {
    const level = Math.floor(height / tileHeight);
    const width = 2 ** (height % tileHeight);
    const from = index * width;
    const hashes = await this.tile(level, Math.floor(from / tileWidth));
    const wanted = hashes.slice(from % tileWidth, (from % tileWidth) + width);
    if (wanted.length < width) throw new TreeIncomplete(height, index);
    return perfectRoot(wanted);
  }
}

/** The largest power of two below a size of at least two. */
const largestHalf = (size: number): number => 2 ** Math.max(0, Math.ceil(Math.log2(size)) - 1);

/** A small tree with all leaves in memory. */
export const treeOver = (leaves: readonly Buffer[]): TreeReader => {
  const levels: Buffer[][] = [[...leaves]];
  for (let below = levels[0] ?? []; below.length >= tileWidth; below = levels.at(-1) ?? []) {
    levels.push(
      Array.from({ length: Math.floor(below.length / tileWidth) }, (_, tile) =>
        perfectRoot(below.slice(tile * tileWidth, (tile + 1) * tileWidth)),
      ),
    );
  }
  return new TreeReader(async (level, number) =>
    (levels[level] ?? []).slice(number * tileWidth, (number + 1) * tileWidth),
  );
};
