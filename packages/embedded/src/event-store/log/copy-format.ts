import { type StoredEvent, tombstoneRevision } from '../domain/event.js';
import { postgresEpoch, StoredRow, twoToThe32 } from './stored-row.js';

/** The columns in COPY order. */
export const columns = 'position, stream, revision, id, type, json, created, data, metadata';
const columnCount = 9;

/** Accepts rows made by `encodeRows`, in one transaction: afterwards they are on disk, all or none. */
export const copyEvents = `COPY event (${columns}) FROM STDIN (FORMAT binary)`;

const header = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);

/** Bytes of a row excluding stream, type, data and metadata: the count, nine lengths, and the fixed columns. */
const fixedLength = 2 + 4 * columnCount + 8 + 8 + 16 + 1 + 8;

/** Encodes events as input for `copyEvents`, in one buffer. */
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

/** Where the row begins in a message of `COPY … TO STDOUT (FORMAT binary)`; undefined for the final message. */
export const rowStart = (message: Buffer, first: boolean): number | undefined => {
  const start = first ? header.length : 0;
  return message.readInt16BE(start) < 0 ? undefined : start;
};

/** The rows in a buffer from `encodeRows`; they share its memory. */
export const rowsOf = (encoded: Buffer): StoredRow[] => {
  const rows: StoredRow[] = [];
  for (let at = header.length; encoded.readInt16BE(at) >= 0; ) {
    const row = new StoredRow(encoded, at);
    rows.push(row);
    at = row.metadataEnd;
  }
  return rows;
};
