/** A cursor over one protobuf message. The read methods throw a RangeError on malformed input. */
export class ProtobufReader {
  #at = 0;
  /** Wire type of the field last returned by `next`. */
  #wireType = 0;

  constructor(private readonly message: Buffer) {}

  /** The number of the next field, or 0 at the end. Read or skip its value before the next call. */
  next(): number {
    if (this.#at >= this.message.length) return 0;
    const tag = this.varint();
    this.#wireType = tag % 8;
    return Math.floor(tag / 8);
  }

  /** Exact up to 2^53; above, the nearest double. A negative int64 reads as a value above 2^63. */
  varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.message.readUInt8(this.#at);
      this.#at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
  }

  /** The exact 64 bits as an unsigned number. */
  varint64(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.message.readUInt8(this.#at);
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
  }

  /** A view of the bytes of a length-delimited field; shares memory with the message. */
  bytes(): Buffer {
    const length = this.varint();
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.message.length) throw new RangeError('A field runs past the end of its message.');
    return this.message.subarray(start, this.#at);
  }

  /** Decoded directly from the message: a view of a few bytes costs more than their text. */
  text(): string {
    const length = this.varint();
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.message.length) throw new RangeError('A field runs past the end of its message.');
    return this.message.toString('utf8', start, this.#at);
  }

  skip(): void {
    if (this.#wireType === 0) this.varint();
    else if (this.#wireType === 1) this.#at += 8;
    else if (this.#wireType === 2) this.bytes();
    else if (this.#wireType === 5) this.#at += 4;
    else throw new RangeError(`Unknown wire type ${this.#wireType}.`);
  }
}
