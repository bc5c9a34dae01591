import { type StoredEvent, tombstoneRevision } from '../domain/event.js';

/** The columns in the order in which COPY carries them. */
export const columns = 'position, stream, revision, id, type, json, created, data, metadata';
const columnCount = 9;

/** PostgreSQL counts microseconds from 2000-01-01. */
const postgresEpoch = 946_684_800_000;
const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const twoToThe32 = 2 ** 32;

/** Bytes of a row besides stream, type, data and metadata: the count, nine lengths, and the fixed columns. */
const fixedLength = 2 + 4 * columnCount + 8 + 8 + 16 + 1 + 8;

/** Events as the input of `COPY event (…) FROM STDIN (FORMAT binary)`, in one buffer. */
export const encodeRows = (events: readonly StoredEvent[]): Buffer => {
  let length = header.length + 2;
  for (const event of events) {
    length +=
      fixedLength +
      Buffer.byteLength(event.stream) +
      Buffer.byteLength(event.type) +
      event.data.length +
      event.metadata.length;
  }
  const target = Buffer.allocUnsafe(length);
  target.set(header, 0);
  let at = header.length;
  for (const event of events) at = writeRow(target, event, at);
  target.writeInt16BE(-1, at);
  return target;
};

const writeRow = (target: Buffer, event: StoredEvent, offset: number): number => {
  let at = target.writeInt16BE(columnCount, offset);
  at = writeInt64(target, event.position, at);
  at = writeText(target, event.stream, at);
  at = writeInt64(target, event.revision, at);
  at = writeBytes(target, event.id, at);
  at = writeText(target, event.type, at);
  at = target.writeInt32BE(1, at);
  at = target.writeUInt8(event.json ? 1 : 0, at);
  at = writeInt64(target, (event.created - postgresEpoch) * 1_000, at);
  at = writeBytes(target, event.data, at);
  return writeBytes(target, event.metadata, at);
};

const writeInt64 = (target: Buffer, value: number, offset: number): number => {
  let at = target.writeInt32BE(8, offset);
  if (value >= tombstoneRevision) {
    at = target.writeUInt32BE(0x7fffffff, at);
    return target.writeUInt32BE(0xffffffff, at);
  }
  at = target.writeInt32BE(Math.floor(value / twoToThe32), at);
  return target.writeUInt32BE(value >>> 0, at);
};

const writeBytes = (target: Buffer, bytes: Buffer, offset: number): number => {
  const at = target.writeInt32BE(bytes.length, offset);
  target.set(bytes, at);
  return at + bytes.length;
};

const writeText = (target: Buffer, text: string, offset: number): number => {
  const length = target.write(text, offset + 4);
  target.writeInt32BE(length, offset);
  return offset + 4 + length;
};

/**
 * The row in one message of `COPY … TO STDOUT (FORMAT binary)`; undefined for the message that ends it.
 * The bytes are copied once, since the driver uses the memory of a message again.
 */
export const decodeRow = (message: Buffer, first: boolean): StoredEvent | undefined => {
  const start = first ? header.length : 0;
  if (message.readInt16BE(start) < 0) return undefined;
  const row = Buffer.allocUnsafe(message.length - start);
  message.copy(row, 0, start);
  const streamAt = 2 + 4 + 8;
  const streamLength = row.readInt32BE(streamAt);
  const revisionAt = streamAt + 4 + streamLength;
  const idAt = revisionAt + 4 + 8;
  const typeAt = idAt + 4 + 16;
  const typeLength = row.readInt32BE(typeAt);
  const jsonAt = typeAt + 4 + typeLength;
  const createdAt = jsonAt + 4 + 1;
  const dataAt = createdAt + 4 + 8;
  const metadataAt = dataAt + 4 + row.readInt32BE(dataAt);
  return {
    position: readInt64(row, 6),
    stream: row.toString('utf8', streamAt + 4, revisionAt),
    revision: readInt64(row, revisionAt + 4),
    id: row.subarray(idAt + 4, typeAt),
    type: row.toString('utf8', typeAt + 4, jsonAt),
    json: row[jsonAt + 4] === 1,
    created: Math.floor(readInt64(row, createdAt + 4) / 1_000) + postgresEpoch,
    data: row.subarray(dataAt + 4, metadataAt),
    metadata: row.subarray(metadataAt + 4),
  };
};

const readInt64 = (row: Buffer, offset: number): number =>
  row.readInt32BE(offset) * twoToThe32 + row.readUInt32BE(offset + 4);
