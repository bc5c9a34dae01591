import { tileWidth } from './growing-tree.js';
import { hashLength } from './hashes.js';

/** The record of 256 consecutive events: enough to tell later what happened to each. */
export interface Block {
  readonly number: number;
  readonly positions: readonly bigint[];
  readonly ids: readonly Buffer[];
  readonly hashes: readonly Buffer[];
}

/** A block as it is stored: of each kind, those of all events one behind the other. */
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

/** Positions out of their bytes, eight each. */
export const positionsIn = (bytes: Buffer): bigint[] =>
  pieces(bytes, positionLength).map((position) => position.readBigInt64BE());

/** A block out of its bytes. */
export const blockOf = ({ number, positions, ids, hashes }: BlockBytes): Block => ({
  number,
  positions: positionsIn(positions),
  ids: pieces(ids, idLength),
  hashes: pieces(hashes, hashLength),
});

const none = Buffer.alloc(0);

/** A block without an event. */
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

  /** The bytes so far, which stay as they are when more events are added. */
  bytes(): BlockBytes {
    return {
      number: this.number,
      positions: Buffer.from(this.#positions.subarray(0, this.#count * positionLength)),
      ids: Buffer.from(this.#ids.subarray(0, this.#count * idLength)),
      hashes: Buffer.from(this.#hashes.subarray(0, this.#count * hashLength)),
    };
  }
}
