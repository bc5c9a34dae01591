import type { StoredEvent } from '../domain/event.js';
import type { EncodableEvent } from '../wire/recorded-event.js';

/** PostgreSQL counts microseconds from 2000-01-01; this is that day in milliseconds since 1970. */
export const postgresEpoch = 946_684_800_000;
export const twoToThe32 = 2 ** 32;

/** Bytes of a column's length, which precedes its value. */
const head = 4;

/**
 * A committed event as its row in PostgreSQL's binary COPY. Columns are decoded on demand: most events go
 * from here to a client without ever becoming text.
 */
export class StoredRow implements StoredEvent, EncodableEvent {
  readonly position: number;
  readonly streamAt: number;
  readonly streamEnd: number;
  readonly idAt: number;
  readonly typeAt: number;
  readonly typeEnd: number;
  readonly dataAt: number;
  readonly dataEnd: number;
  readonly metadataAt: number;
  readonly metadataEnd: number;

  /** @param start where the row begins: at its column count */
  constructor(
    readonly bytes: Buffer,
    start: number,
  ) {
    const positionAt = start + 2 + head;
    this.position = this.#int64(positionAt);
    this.streamAt = positionAt + 8 + head;
    this.streamEnd = this.#endOf(this.streamAt);
    this.idAt = this.#revisionAt + 8 + head;
    this.typeAt = this.idAt + 16 + head;
    this.typeEnd = this.#endOf(this.typeAt);
    this.dataAt = this.#createdAt + 8 + head;
    this.dataEnd = this.#endOf(this.dataAt);
    this.metadataAt = this.dataEnd + head;
    this.metadataEnd = this.#endOf(this.metadataAt);
  }

  get stream(): string {
    return this.bytes.toString('utf8', this.streamAt, this.streamEnd);
  }

  get type(): string {
    return this.bytes.toString('utf8', this.typeAt, this.typeEnd);
  }

  get revision(): number {
    return this.#int64(this.#revisionAt);
  }

  get created(): number {
    return Math.floor(this.#int64(this.#createdAt) / 1_000) + postgresEpoch;
  }

  get json(): boolean {
    return this.bytes[this.typeEnd + head] === 1;
  }

  get id(): Buffer {
    return this.bytes.subarray(this.idAt, this.idAt + 16);
  }

  get data(): Buffer {
    return this.bytes.subarray(this.dataAt, this.dataEnd);
  }

  get metadata(): Buffer {
    return this.bytes.subarray(this.metadataAt, this.metadataEnd);
  }

  /** Whether it belongs to the stream with this name, in UTF-8. */
  isOf(stream: Buffer): boolean {
    const { streamAt, streamEnd } = this;
    return (
      streamEnd - streamAt === stream.length &&
      this.bytes.compare(stream, 0, stream.length, streamAt, streamEnd) === 0
    );
  }

  get size(): number {
    return this.metadataEnd - this.streamAt;
  }

  get #revisionAt(): number {
    return this.streamEnd + head;
  }

  get #createdAt(): number {
    return this.typeEnd + head + 1 + head;
  }

  /** Where the value starting at `at` ends. */
  #endOf(at: number): number {
    return at + this.bytes.readInt32BE(at - head);
  }

  #int64(at: number): number {
    return this.bytes.readInt32BE(at) * twoToThe32 + this.bytes.readUInt32BE(at + 4);
  }
}
