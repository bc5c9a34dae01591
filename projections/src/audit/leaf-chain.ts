import { GrowingTree } from '../read-models/log-chain/growing-tree.js';
import { chainStart, linked } from '../read-models/log-chain/hashes.js';

/** A tile of the tree above the leaves, as concatenated hashes. */
export interface TileBytes {
  readonly level: number;
  readonly number: number;
  readonly bytes: Buffer;
}
/** Keyed by `level/number`. */
export type Tiles = ReadonlyMap<string, TileBytes>;

/** Computes chain, tree and tiles incrementally from leaves. */
export class LeafChain {
  count = 0;
  chain: Buffer = chainStart;
  readonly #tree = new GrowingTree([]);
  readonly #tiles = new Map<string, TileBytes>();

  add(leaf: Buffer): void {
    this.count += 1;
    this.chain = linked(this.chain, leaf);
    this.#tree.add(leaf);
    for (const { level, number, hashes } of this.#tree.handOver()) {
      this.#tiles.set(`${level}/${number}`, { level, number, bytes: Buffer.concat(hashes) });
    }
  }

  root(): Buffer {
    return this.#tree.root();
  }

  /** A snapshot that later leaves do not change. */
  tiles(): Tiles {
    return new Map(this.#tiles);
  }
}
