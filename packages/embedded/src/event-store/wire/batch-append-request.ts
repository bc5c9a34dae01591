import type { ProposedEvent } from '../domain/event.js';
import { expectations } from '../domain/expected-revision.js';
import { ProtobufReader } from './protobuf-reader.js';
import { uuidFromText } from './uuid.js';

/** One message of a batch-append call: a whole append, or a chunk of one. */
export interface BatchAppendChunk {
  /** The UUID message as received, to be returned unchanged. */
  readonly correlation: Buffer;
  /** Only in the first chunk of an append. */
  readonly options: BatchAppendOptions | undefined;
  readonly events: readonly ProposedEvent[];
  readonly final: boolean;
  /** What is wrong with the events as a whole. */
  readonly fault: string | undefined;
}

export interface BatchAppendOptions {
  readonly stream: string;
  readonly expected: number;
  /** Milliseconds since 1970; undefined when the client sets none. */
  readonly deadline: number | undefined;
  /** Milliseconds from arrival, as newer clients send it. */
  readonly patience: number | undefined;
}

const nothing: Buffer = Buffer.alloc(0);

/**
 * Decodes `event_store.client.streams.BatchAppendReq`. Done by hand, since it is the hot path of every append: data
 * and metadata stay views of the received message.
 */
export const decodeBatchAppendRequest = (message: Buffer): BatchAppendChunk => {
  const reader = new ProtobufReader(message);
  let correlation: Buffer = nothing;
  let options: BatchAppendOptions | undefined;
  let final = false;
  let fault: string | undefined;
  const events: ProposedEvent[] = [];
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) correlation = reader.bytes();
    else if (field === 2) options = decodeOptions(reader.bytes());
    else if (field === 3) {
      const event = decodeProposal(reader.bytes());
      if (!event.typed) fault = 'The content type of an event is missing.';
      events.push(event);
    } else if (field === 4) final = reader.varint() !== 0;
    else reader.skip();
  }
  return { correlation, options, events, final, fault };
};

const expectationOf: Readonly<Record<number, number>> = {
  3: expectations.noStream,
  4: expectations.any,
  5: expectations.streamExists,
};

const decodeOptions = (message: Buffer): BatchAppendOptions => {
  const reader = new ProtobufReader(message);
  let stream = '';
  let expected: number = expectations.any;
  let deadline: number | undefined;
  let patience: number | undefined;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    const expectation = expectationOf[field];
    if (field === 1) stream = decodeStream(reader.bytes());
    else if (field === 2) expected = reader.varint();
    else if (field === 6) deadline = decodeTime(reader.bytes());
    else if (field === 7) patience = decodeTime(reader.bytes());
    else {
      if (expectation !== undefined) expected = expectation;
      reader.skip();
    }
  }
  return { stream, expected, deadline, patience };
};

const decodeStream = (message: Buffer): string => {
  const reader = new ProtobufReader(message);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 3) return reader.text();
    reader.skip();
  }
  return '';
};

/** `google.protobuf.Timestamp` or `Duration` in milliseconds. */
const decodeTime = (message: Buffer): number => {
  const reader = new ProtobufReader(message);
  let seconds = 0;
  let nanoseconds = 0;
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) seconds = reader.varint();
    else if (field === 2) nanoseconds = reader.varint();
    else reader.skip();
  }
  // A negative number reads as a huge one: it is over in any case.
  return seconds >= 2 ** 63 ? 0 : seconds * 1_000 + nanoseconds / 1_000_000;
};

const decodeProposal = (message: Buffer): ProposedEvent & { readonly typed: boolean } => {
  const reader = new ProtobufReader(message);
  const event = { id: nothing, type: '', json: false, data: nothing, metadata: nothing, typed: false };
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) event.id = decodeUuid(reader.bytes());
    else if (field === 2) takeEntry(event, reader.bytes());
    else if (field === 3) event.metadata = reader.bytes();
    else if (field === 4) event.data = reader.bytes();
    else reader.skip();
  }
  return event;
};

const takeEntry = (event: { type: string; json: boolean; typed: boolean }, message: Buffer): void => {
  const [key, value] = decodeEntry(message);
  if (key === 'type') event.type = value;
  else if (key === 'content-type') {
    event.json = value === 'application/json';
    event.typed = true;
  }
};

const decodeEntry = (message: Buffer): readonly [key: string, value: string] => {
  const reader = new ProtobufReader(message);
  let key = '';
  let value = '';
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) key = reader.text();
    else if (field === 2) value = reader.text();
    else reader.skip();
  }
  return [key, value];
};

const decodeUuid = (message: Buffer): Buffer => {
  const reader = new ProtobufReader(message);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 2) return uuidFromText(reader.text());
    if (field === 1) return decodeStructuredUuid(reader.bytes());
    reader.skip();
  }
  return nothing;
};

/** A UUID as two signed 64-bit numbers, as clients in other languages send it. */
const decodeStructuredUuid = (message: Buffer): Buffer => {
  const id = Buffer.alloc(16);
  const reader = new ProtobufReader(message);
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    if (field === 1) id.writeBigUInt64BE(reader.varint64(), 0);
    else if (field === 2) id.writeBigUInt64BE(reader.varint64(), 8);
    else reader.skip();
  }
  return id;
};
