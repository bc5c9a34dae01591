import { tileWidth } from './growing-tree.js';
import { hashLength } from './hashes.js';

/** The record of 256 consecutive events: enough to tell later what happened to each. */
export interface Block {
  readonly number: number;
  readonly positions: readonly bigint[];
  readonly ids: readonly Buffer[];
  readonly hashes: readonly Buffer[];
}

/** A stored block: the values of all events, concatenated per field. */
export interface BlockBytes {
  readonly number: number;
  readonly positions: Buffer;
  readonly ids: Buffer;
  readonly hashes: Buffer;
}

const idLength = 16;
const positionLength = 8;

const pieces = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: bytes.length / length }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );

/** Decodes positions of eight bytes each. */
export const positionsIn = (bytes: Buffer): bigint[] =>
  pieces(bytes, positionLength).map((position) => position.readBigInt64BE());

/** Decodes ids of sixteen bytes each. */
export const idsIn = (bytes: Buffer): Buffer[] => pieces(bytes, idLength);

/** Formats the bytes of a UUID. */
export const idText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Decodes a block. */
export const blockOf = ({ number, positions, ids, hashes }: BlockBytes): Block => ({
  number,
  positions: positionsIn(positions),
  ids: idsIn(ids),
  hashes: pieces(hashes, hashLength),
});

const none = Buffer.alloc(0);

export const emptyBlock = (number: number): BlockBytes => ({
  number,
  positions: none,
  ids: none,
  hashes: none,
});

/** A buffer of a full block's size with the present bytes. */
const roomFor = (bytes: Buffer, length: number): Buffer => {
  const room = Buffer.alloc(tileWidth * length);
  bytes.copy(room);
  return room;
};

/** A block that grows until it is full. It takes no more memory than its stored form. */
export class GrowingBlock {
  readonly number: number;
  readonly #positions: Buffer;
  readonly #ids: Buffer;
  readonly #hashes: Buffer;
  #count: number;

  constructor({ number, positions, ids, hashes }: BlockBytes) {
    this.number = number;
    this.#positions = roomFor(positions, positionLength);
    this.#ids = roomFor(ids, idLength);
    this.#hashes = roomFor(hashes, hashLength);
    this.#count = hashes.length / hashLength;
  }

  get count(): number {
    return this.#count;
  }

  add(position: bigint, id: string, hash: Buffer): void {
    this.#positions.writeBigInt64BE(position, this.#count * positionLength);
    this.#ids.write(id.replaceAll('-', ''), this.#count * idLength, 'hex');
    hash.copy(this.#hashes, this.#count * hashLength);
    this.#count += 1;
  }

  /** A copy of the bytes so far, which later events do not change. */
  bytes(): BlockBytes {
    return {
      number: this.number,
      positions: Buffer.from(this.#positions.subarray(0, this.#count * positionLength)),
      ids: Buffer.from(this.#ids.subarray(0, this.#count * idLength)),
      hashes: Buffer.from(this.#hashes.subarray(0, this.#count * hashLength)),
    };
  }
}
