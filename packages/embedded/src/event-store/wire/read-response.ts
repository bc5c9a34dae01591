import type { StoredEvent } from '../domain/event.js';
import {
  bytesField,
  numberField,
  positionField,
  streamField,
  textField,
  varintLength,
  writeVarint,
} from './protobuf-writer.js';
import { writeUuidText } from './uuid.js';

/** Messages of `event_store.client.streams.ReadResp` other than an event. */
export const encodeConfirmation = (subscription: string): Buffer => bytesField(2, textField(1, subscription));
export const encodeCheckpoint = (position: number): Buffer => positionField(3, position);
export const encodeStreamNotFound = (stream: string): Buffer => bytesField(4, streamField(1, stream));
export const caughtUp: Buffer = bytesField(8);

/** The map of a recorded event up to the value of its type, and its content type. */
const typeKey = textField(1, 'type');
const contentTypes = {
  json: bytesField(6, textField(1, 'content-type'), textField(2, 'application/json')),
  binary: bytesField(6, textField(1, 'content-type'), textField(2, 'application/octet-stream')),
};
const createdKey = textField(1, 'created');

/** 100-nanosecond ticks since 1970 are the milliseconds with this behind. */
const ticksOfMillisecond = '0000';
const idLength = 40;

/** Length of a length-delimited field with a one-byte tag. */
const fieldLength = (content: number): number => 1 + varintLength(content) + content;

/** An event of the log as one `ReadResp`. One buffer, sized exactly: this is the hot path of every reader. */
export const encodeEvent = (event: StoredEvent): Buffer => {
  const record = measure(event);
  const positioned = fieldLength(record.length) + 1 + varintLength(event.position);
  const target = Buffer.allocUnsafe(fieldLength(positioned));
  let at = writeTag(target, 1, positioned, 0);
  at = writeTag(target, 1, record.length, at);
  at = writeRecord(target, event, record, at);
  target[at++] = 3 << 3;
  writeVarint(target, event.position, at);
  return target;
};

/** A resolved link: the event that it points to, unless that is gone, and the link itself, whose place counts. */
export const encodeResolvedLink = (event: StoredEvent | undefined, link: StoredEvent): Buffer =>
  bytesField(
    1,
    ...(event === undefined ? [] : [bytesField(1, encodeRecord(event))]),
    bytesField(2, encodeRecord(link)),
    numberField(3, link.position),
  );

const encodeRecord = (event: StoredEvent): Buffer => {
  const record = measure(event);
  const target = Buffer.allocUnsafe(record.length);
  writeRecord(target, event, record, 0);
  return target;
};

interface Measured {
  readonly length: number;
  readonly stream: number;
  readonly type: number;
  readonly created: string;
}

/** `RecordedEvent` in bytes: how long it is, and how long its parts of unknown length are. */
const measure = (event: StoredEvent): Measured => {
  const stream = Buffer.byteLength(event.stream);
  const type = Buffer.byteLength(event.type);
  const created = event.created + ticksOfMillisecond;
  const length =
    idLength +
    fieldLength(fieldLength(stream)) +
    (event.revision === 0 ? 0 : 1 + varintLength(event.revision)) +
    2 * (1 + varintLength(event.position)) +
    fieldLength(typeKey.length + fieldLength(type)) +
    (event.json ? contentTypes.json : contentTypes.binary).length +
    fieldLength(createdKey.length + fieldLength(created.length)) +
    (event.metadata.length === 0 ? 0 : fieldLength(event.metadata.length)) +
    (event.data.length === 0 ? 0 : fieldLength(event.data.length));
  return { length, stream, type, created };
};

const writeTag = (target: Buffer, field: number, length: number, at: number): number => {
  target[at] = (field << 3) | 2;
  return writeVarint(target, length, at + 1);
};

const writeNumber = (target: Buffer, field: number, value: number, at: number): number => {
  target[at] = field << 3;
  return writeVarint(target, value, at + 1);
};

const writeBytes = (target: Buffer, field: number, bytes: Buffer, offset: number): number => {
  if (bytes.length === 0) return offset;
  const at = writeTag(target, field, bytes.length, offset);
  target.set(bytes, at);
  return at + bytes.length;
};

const writeEntry = (
  target: Buffer,
  key: Buffer,
  value: string,
  valueLength: number,
  offset: number,
): number => {
  let at = writeTag(target, 6, key.length + fieldLength(valueLength), offset);
  target.set(key, at);
  at = writeTag(target, 2, valueLength, at + key.length);
  return at + target.write(value, at);
};

const writeRecord = (target: Buffer, event: StoredEvent, measured: Measured, offset: number): number => {
  let at = writeTag(target, 1, idLength - 2, offset);
  at = writeTag(target, 2, 36, at);
  at = writeUuidText(target, event.id, at);
  at = writeTag(target, 2, fieldLength(measured.stream), at);
  at = writeTag(target, 3, measured.stream, at);
  at += target.write(event.stream, at);
  if (event.revision !== 0) at = writeNumber(target, 3, event.revision, at);
  at = writeNumber(target, 4, event.position, at);
  at = writeNumber(target, 5, event.position, at);
  at = writeEntry(target, typeKey, event.type, measured.type, at);
  const contentType = event.json ? contentTypes.json : contentTypes.binary;
  target.set(contentType, at);
  at += contentType.length;
  at = writeEntry(target, createdKey, measured.created, measured.created.length, at);
  at = writeBytes(target, 7, event.metadata, at);
  return writeBytes(target, 8, event.data, at);
};
