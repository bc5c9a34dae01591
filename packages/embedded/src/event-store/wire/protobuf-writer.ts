import { tombstoneRevision } from '../domain/event.js';

/** Length of 2^63 - 1, the only number above 2^53 that is ever written. */
const greatestLength = 9;

/** Bytes of a number as a varint: at most 2^53, or 2^63 - 1. */
export const varintLength = (value: number): number => {
  if (value >= tombstoneRevision) return greatestLength;
  let length = 1;
  for (let rest = value; rest >= 128; rest /= 128) length += 1;
  return length;
};

/** Writes a varint and returns the offset after it. */
export const writeVarint = (target: Buffer, value: number, offset: number): number => {
  let at = offset;
  if (value >= tombstoneRevision) {
    target.fill(0xff, at, at + greatestLength - 1);
    target[at + greatestLength - 1] = 0x7f;
    return at + greatestLength;
  }
  let rest = value;
  while (rest > 0x7fffffff) {
    target[at++] = (rest % 128) | 0x80;
    rest = Math.floor(rest / 128);
  }
  while (rest >= 128) {
    target[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  target[at++] = rest;
  return at;
};

/** A number field, written even when 0, as required for a member of a `oneof`. */
export const numberField = (field: number, value: number): Buffer => {
  const target = Buffer.allocUnsafe(1 + varintLength(value));
  target[0] = field << 3;
  writeVarint(target, value, 1);
  return target;
};

/** A field of bytes, text, or an embedded message given in parts. */
export const bytesField = (field: number, ...parts: readonly Uint8Array[]): Buffer => {
  let length = 0;
  for (const part of parts) length += part.length;
  const target = Buffer.allocUnsafe(1 + varintLength(length) + length);
  target[0] = (field << 3) | 2;
  let at = writeVarint(target, length, 1);
  for (const part of parts) {
    target.set(part, at);
    at += part.length;
  }
  return target;
};

/** A field of text in UTF-8. */
export const textField = (field: number, text: string): Buffer => bytesField(field, Buffer.from(text));

/** `event_store.client.StreamIdentifier` as a field. */
export const streamField = (field: number, stream: string): Buffer => bytesField(field, textField(3, stream));

/** Commit and prepare position, which are identical here, as an embedded message. */
export const positionField = (field: number, position: number): Buffer =>
  bytesField(field, numberField(1, position), numberField(2, position));
