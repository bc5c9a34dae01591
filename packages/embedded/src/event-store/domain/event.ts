/** An event as a client proposes it. */
export interface ProposedEvent {
  /** 16 bytes; empty when the client sent no valid UUID. */
  readonly id: Buffer;
  readonly type: string;
  /** `application/json` rather than `application/octet-stream`. */
  readonly json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** An event as stored in the log. */
export interface StoredEvent extends ProposedEvent {
  /** Place in the whole log. Grows by the length of each record, see `recordLength`. */
  readonly position: number;
  readonly stream: string;
  /** Place in the stream, from 0; `tombstoneRevision` for the last event of a tombstoned stream. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** Represents 2^63 - 1, which a double cannot hold; encoders write the exact number. */
export const tombstoneRevision = 2 ** 63;

/** Bytes of a record in a real node's log, besides its stream, type, data and metadata. */
const fixedLength = 90;

/** Length of the record a real node writes at every start. Readers never see it. */
export const startLength = 400;

/**
 * How far an event advances the log: as on a real node, positions are offsets in a file of records, so that
 * no one can predict the next one.
 */
export const recordLength = (stream: string, { type, data, metadata }: ProposedEvent): number =>
  fixedLength + Buffer.byteLength(stream) + Buffer.byteLength(type) + data.length + metadata.length;

export const eventTypes = {
  metadata: '$metadata',
  streamDeleted: '$streamDeleted',
  link: '$>',
} as const;
