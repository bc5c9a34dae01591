import { emptyRoot, hashLength, nodeOf } from './hashes.js';

/** Levels per tile of the tree. A row of 2^8 hashes fits in one tile. */
export const tileHeight = 8;
export const tileWidth = 2 ** tileHeight;

/** Splits concatenated hashes. */
export const hashesIn = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / hashLength }, (_, index) =>
    bytes.subarray(index * hashLength, (index + 1) * hashLength),
  );

/** The tile that takes the next hash of a level, and its present content. */
export interface Edge {
  readonly number: number;
  readonly hashes: readonly Buffer[];
}

/** The row of parent nodes, without an odd node at the end. */
const above = (row: readonly Buffer[]): Buffer[] => {
  const nodes: Buffer[] = [];
  for (let index = 1; index < row.length; index += 2) {
    nodes.push(nodeOf(row[index - 1] ?? emptyRoot, row[index] ?? emptyRoot));
  }
  return nodes;
};

/** The root over a row whose length is a power of two. */
export const perfectRoot = (hashes: readonly Buffer[]): Buffer => {
  let row = hashes;
  while (row.length > 1) row = above(row);
  return row[0] ?? emptyRoot;
};

/** The number of the growing tile at a level, and how full it is, in a tree of a given size. */
export const edgeAt = (
  count: number,
  level: number,
): { readonly number: number; readonly filled: number } => {
  const hashes = Math.floor(count / tileWidth ** level);
  return { number: Math.floor(hashes / tileWidth), filled: hashes % tileWidth };
};

/** Levels that have a growing tile in a tree of this size. */
export const levelsOf = (count: number): number => {
  let levels = 1;
  while (count >= tileWidth ** levels) levels += 1;
  return levels;
};

/** A tile of the tree. The last one of a level may not be full. */
export interface Tile {
  readonly level: number;
  readonly number: number;
  readonly hashes: readonly Buffer[];
}

/**
 * A Merkle tree (RFC 6962) that grows at its right edge. Only incomplete tiles are in memory: enough to
 * continue, and to compute the root.
 */
export class GrowingTree {
  readonly #levels: { number: number; hashes: Buffer[] }[];
  readonly #changed = new Map<string, Tile>();

  constructor(edges: readonly Edge[]) {
    this.#levels = edges.map(({ number, hashes }) => ({ number, hashes: [...hashes] }));
  }

  /** Returns the tiles above the leaves that changed since the last call. */
  handOver(): Tile[] {
    const tiles = [...this.#changed.values()].map(({ hashes, ...place }) => ({
      ...place,
      hashes: [...hashes],
    }));
    this.#changed.clear();
    return tiles;
  }

  add(leaf: Buffer): void {
    this.#push(0, leaf);
  }

  /** The root over all leaves: joins the perfect subtrees at the edge, smallest first. */
  root(): Buffer {
    let root: Buffer | undefined;
    for (const { hashes } of this.#levels) {
      for (let row = hashes; row.length > 0; row = above(row)) {
        const perfect = row.length % 2 === 1 ? row.at(-1) : undefined;
        if (perfect) root = root ? nodeOf(perfect, root) : perfect;
      }
    }
    return root ?? emptyRoot;
  }

  #push(level: number, hash: Buffer): void {
    const tile = this.#levels[level] ?? { number: 0, hashes: [] };
    this.#levels[level] = tile;
    tile.hashes.push(hash);
    if (level > 0) {
      this.#changed.set(`${level}/${tile.number}`, { level, number: tile.number, hashes: tile.hashes });
    }
    if (tile.hashes.length < tileWidth) return;
    const root = perfectRoot(tile.hashes);
    this.#levels[level] = { number: tile.number + 1, hashes: [] };
    this.#push(level + 1, root);
  }
}
