import { bytesField, textField, varintLength, writeVarint } from './protobuf-writer.js';
import { writeUuidText } from './uuid.js';

/** The metadata map of a recorded event up to the value of its type, and its content type. */
const typeKey = textField(1, 'type');
const contentTypes = {
  json: bytesField(6, textField(1, 'content-type'), textField(2, 'application/json')),
  binary: bytesField(6, textField(1, 'content-type'), textField(2, 'application/octet-stream')),
};
const createdKey = textField(1, 'created');

/** Appended to milliseconds, this gives 100-nanosecond ticks since 1970. */
const ticksOfMillisecond = '0000';
const idLength = 40;

/**
 * An event inside a byte buffer: offsets of its parts, so that they are copied once without intermediate values.
 */
export interface EncodableEvent {
  readonly position: number;
  readonly revision: number;
  readonly created: number;
  readonly json: boolean;
  readonly bytes: Buffer;
  /** Start of the 16 bytes. */
  readonly idAt: number;
  readonly streamAt: number;
  readonly streamEnd: number;
  readonly typeAt: number;
  readonly typeEnd: number;
  readonly dataAt: number;
  readonly dataEnd: number;
  readonly metadataAt: number;
  readonly metadataEnd: number;
}

/** Length of a length-delimited field with a one-byte tag. */
const fieldLength = (content: number): number => 1 + varintLength(content) + content;

/** Length of `RecordedEvent` in bytes. */
const recordLength = (event: EncodableEvent, created: string): number =>
  idLength +
  fieldLength(fieldLength(event.streamEnd - event.streamAt)) +
  (event.revision === 0 ? 0 : 1 + varintLength(event.revision)) +
  2 * (1 + varintLength(event.position)) +
  fieldLength(typeKey.length + fieldLength(event.typeEnd - event.typeAt)) +
  (event.json ? contentTypes.json : contentTypes.binary).length +
  fieldLength(createdKey.length + fieldLength(created.length)) +
  (event.metadataAt === event.metadataEnd ? 0 : fieldLength(event.metadataEnd - event.metadataAt)) +
  (event.dataAt === event.dataEnd ? 0 : fieldLength(event.dataEnd - event.dataAt));

/** Buffer for encoding; gRPC copies it immediately. A larger event gets its own buffer. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/** An event as one `ReadResp`: the hot path of every reader. The result is valid until the next call. */
export const encodeEvent = (event: EncodableEvent): Buffer => {
  const created = event.created + ticksOfMillisecond;
  const record = recordLength(event, created);
  const positioned = fieldLength(record) + 1 + varintLength(event.position);
  const length = fieldLength(positioned);
  const target = length <= scratch.length ? scratch : Buffer.allocUnsafe(length);
  let at = writeTag(target, 1, positioned, 0);
  at = writeTag(target, 1, record, at);
  at = writeRecord(target, event, created, at);
  target[at++] = 3 << 3;
  writeVarint(target, event.position, at);
  return target.subarray(0, length);
};

/** `RecordedEvent` alone, as part of a resolved link. */
export const encodeRecordedEvent = (event: EncodableEvent): Buffer => {
  const created = event.created + ticksOfMillisecond;
  const target = Buffer.allocUnsafe(recordLength(event, created));
  writeRecord(target, event, created, 0);
  return target;
};

const writeTag = (target: Buffer, field: number, length: number, at: number): number => {
  target[at] = (field << 3) | 2;
  return writeVarint(target, length, at + 1);
};

const writeNumber = (target: Buffer, field: number, value: number, at: number): number => {
  target[at] = field << 3;
  return writeVarint(target, value, at + 1);
};

const writePart = (
  target: Buffer,
  field: number,
  { bytes }: EncodableEvent,
  start: number,
  end: number,
  offset: number,
): number => {
  const at = writeTag(target, field, end - start, offset);
  bytes.copy(target, at, start, end);
  return at + end - start;
};

const writeRecord = (target: Buffer, event: EncodableEvent, created: string, offset: number): number => {
  let at = writeTag(target, 1, idLength - 2, offset);
  at = writeTag(target, 2, 36, at);
  at = writeUuidText(target, event.bytes, event.idAt, at);
  at = writeTag(target, 2, fieldLength(event.streamEnd - event.streamAt), at);
  at = writePart(target, 3, event, event.streamAt, event.streamEnd, at);
  if (event.revision !== 0) at = writeNumber(target, 3, event.revision, at);
  at = writeNumber(target, 4, event.position, at);
  at = writeNumber(target, 5, event.position, at);
  at = writeTag(target, 6, typeKey.length + fieldLength(event.typeEnd - event.typeAt), at);
  target.set(typeKey, at);
  at = writePart(target, 2, event, event.typeAt, event.typeEnd, at + typeKey.length);
  const contentType = event.json ? contentTypes.json : contentTypes.binary;
  target.set(contentType, at);
  at = writeTag(target, 6, createdKey.length + fieldLength(created.length), at + contentType.length);
  target.set(createdKey, at);
  at = writeTag(target, 2, created.length, at + createdKey.length);
  at += target.write(created, at, 'latin1');
  if (event.metadataEnd > event.metadataAt) {
    at = writePart(target, 7, event, event.metadataAt, event.metadataEnd, at);
  }
  return event.dataEnd > event.dataAt ? writePart(target, 8, event, event.dataAt, event.dataEnd, at) : at;
};
