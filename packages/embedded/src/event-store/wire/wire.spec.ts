import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { type StoredEvent, tombstoneRevision } from '../domain/event.js';
import { encodeRows, rowStart, rowsOf } from '../log/copy-format.js';
import { Shelf } from '../log/shelf.js';
import type { StoredRow } from '../log/stored-row.js';
import { decodeBatchAppendRequest } from './batch-append-request.js';
import { ProtobufReader } from './protobuf-reader.js';
import { bytesField, numberField, varintLength } from './protobuf-writer.js';
import { encodeResolvedLink } from './read-response.js';
import { encodeEvent } from './recorded-event.js';

const event = (changes: Partial<StoredEvent> = {}): StoredEvent => ({
  position: 4_294_967_299,
  stream: 'concept-ž',
  revision: 7,
  id: Buffer.from('0123456789abcdef0123456789abcdef', 'hex'),
  type: 'Made',
  json: true,
  created: 1_795_000_000_123,
  data: Buffer.from('{"a":1}'),
  metadata: Buffer.from([0, 255]),
  ...changes,
});

/** The event as PostgreSQL returns it, as the first row of a result. */
const row = (stored: StoredEvent): StoredRow => {
  const message = encodeRows([stored]).subarray(0, -2);
  return new Shelf().put(message, rowStart(message, true) ?? 0);
};

/** The values returned by a row's getters. */
const contents = ({ position, stream, revision, id, type, json, created, data, metadata }: StoredEvent) => ({
  position,
  stream,
  revision,
  id,
  type,
  json,
  created,
  data,
  metadata,
});

describe('numbers in protobuf', () => {
  it.each([0, 1, 127, 128, 16_383, 16_384, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 40 + 3, 2 ** 53 - 1])(
    '%d comes back',
    (value) => {
      const field = numberField(3, value);
      const reader = new ProtobufReader(field);
      expect(field.length).toBe(1 + varintLength(value));
      expect([reader.next(), reader.varint(), reader.next()]).toEqual([3, value, 0]);
    },
  );

  it('a tombstone is written as 2^63 - 1', () => {
    const reader = new ProtobufReader(numberField(1, tombstoneRevision));
    reader.next();
    expect(reader.varint64()).toBe(2n ** 63n - 1n);
  });

  it('a message that is cut short is refused', () => {
    expect(() => new ProtobufReader(Buffer.from([0x0a, 5, 1])).bytes()).toThrow(RangeError);
    expect(() => new ProtobufReader(Buffer.from([5, 0x61])).text()).toThrow(RangeError);
    expect(() => new ProtobufReader(Buffer.from([0xff])).varint()).toThrow(RangeError);
  });
});

describe('an event on the wire, as the generated code reads it', () => {
  it.each([
    event(),
    event({ revision: 0, json: false, data: Buffer.alloc(0), metadata: Buffer.alloc(0) }),
    event({ revision: tombstoneRevision, data: Buffer.alloc(70_000, 1), stream: 's'.repeat(300) }),
  ])('has every field (%#)', (stored) => {
    const message = streams.ReadResp.deserializeBinary(encodeEvent(row(stored))).getEvent();
    const recorded = message?.getEvent();
    const position = String(stored.position);
    expect(message?.getCommitPosition()).toBe(position);
    expect(recorded?.getId()?.getString()).toBe('01234567-89ab-cdef-0123-456789abcdef');
    expect(Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
      stored.stream,
    );
    expect(recorded?.getStreamRevision()).toBe(
      stored.revision === tombstoneRevision ? '9223372036854775807' : String(stored.revision),
    );
    expect([recorded?.getCommitPosition(), recorded?.getPreparePosition()]).toEqual([position, position]);
    expect(recorded?.getMetadataMap().toObject()).toEqual([
      ['content-type', stored.json ? 'application/json' : 'application/octet-stream'],
      ['created', '17950000001230000'],
      ['type', 'Made'],
    ]);
    expect(Buffer.from(recorded?.getData_asU8() ?? [])).toEqual(stored.data);
    expect(Buffer.from(recorded?.getCustomMetadata_asU8() ?? [])).toEqual(stored.metadata);
  });

  it('and a resolved link have the place of the link', () => {
    const link = row(event({ position: 9, type: '$>' }));
    const resolved = streams.ReadResp.deserializeBinary(encodeResolvedLink(row(event()), link)).getEvent();
    const gone = streams.ReadResp.deserializeBinary(encodeResolvedLink(undefined, link)).getEvent();
    expect(resolved?.getCommitPosition()).toBe('9');
    expect(resolved?.getEvent()?.getMetadataMap().get('type')).toBe('Made');
    expect(resolved?.getLink()?.getMetadataMap().get('type')).toBe('$>');
    expect([gone?.hasEvent(), gone?.hasLink()]).toEqual([false, true]);
  });
});

describe('a batch append on the wire, as the generated code writes it', () => {
  const request = (id: shared.UUID) => {
    const message = new streams.BatchAppendReq.ProposedMessage().setId(id);
    message.getMetadataMap().set('content-type', 'application/json').set('type', 'Made');
    message.setData(Buffer.from('{}').toString('base64'));
    const stream = new shared.StreamIdentifier().setStreamName(Buffer.from('s-ž').toString('base64'));
    return new streams.BatchAppendReq()
      .setCorrelationId(new shared.UUID().setString('11111111-2222-4333-8444-555555555555'))
      .setOptions(
        new streams.BatchAppendReq.Options().setStreamIdentifier(stream).setStreamPosition('12345678901'),
      )
      .setProposedMessagesList([message])
      .setIsFinal(true);
  };

  it.each([
    new shared.UUID().setString('01234567-89AB-cdef-0123-456789abcdef'),
    new shared.UUID().setStructured(
      new shared.UUID.Structured()
        .setMostSignificantBits(BigInt.asIntN(64, 0x0123456789abcdefn).toString())
        .setLeastSignificantBits(BigInt.asIntN(64, 0x0123456789abcdefn).toString()),
    ),
  ])('is understood whole, in either form of a UUID (%#)', (id) => {
    const chunk = decodeBatchAppendRequest(Buffer.from(request(id).serializeBinary()));
    expect(chunk).toMatchObject({
      final: true,
      options: { stream: 's-ž', expected: 12_345_678_901, deadline: undefined },
      fault: undefined,
    });
    expect(chunk.events).toMatchObject([
      {
        id: Buffer.from('0123456789abcdef0123456789abcdef', 'hex'),
        type: 'Made',
        json: true,
        data: Buffer.from('{}'),
        metadata: Buffer.alloc(0),
      },
    ]);
  });
});

describe('rows in binary COPY', () => {
  it.each([event(), event({ revision: tombstoneRevision, json: false, metadata: Buffer.alloc(0) })])(
    'come back as they were written (%#)',
    (stored) => {
      const rows = encodeRows([stored]);
      expect(contents(row(stored))).toEqual(stored);
      expect(rowStart(rows.subarray(-2), false)).toBeUndefined();
    },
  );

  it('stay unchanged in the buffer, whatever comes after them', () => {
    const shelf = new Shelf();
    const stored = Array.from({ length: 50 }, (_, index) =>
      event({ position: index + 1, data: Buffer.alloc(index * 700, index) }),
    );
    const rows = stored.map((one) => {
      const message = encodeRows([one]).subarray(0, -2);
      const found = shelf.put(message, rowStart(message, true) ?? 0);
      message.fill(0xee);
      return found;
    });
    // Compared as text, which is a thousand times faster than byte by byte.
    const asText = ({ data, ...others }: StoredEvent) => ({ ...others, data: data.toString('latin1') });
    expect(rows.map(contents).map(asText)).toEqual(stored.map(asText));
  });

  it('are found again in what was sent to PostgreSQL', () => {
    const stored = [
      event(),
      event({ position: 4_294_967_300, data: Buffer.alloc(0) }),
      event({ revision: 0 }),
    ];
    expect(rowsOf(encodeRows(stored)).map(contents)).toEqual(stored);
  });
});

describe('the time that an append may take', () => {
  it('is a point in time, or a duration from newer clients', () => {
    const chunk = (options: Buffer) => decodeBatchAppendRequest(bytesField(2, options)).options;
    expect(chunk(bytesField(6, numberField(1, 7)))).toMatchObject({ deadline: 7_000, patience: undefined });
    const given = bytesField(7, numberField(1, 1), numberField(2, 500_000_000));
    expect(chunk(given)).toMatchObject({ deadline: undefined, patience: 1_500 });
  });
});
