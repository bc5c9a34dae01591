/** An event as a client proposes it. */
export interface ProposedEvent {
  /** 16 bytes; empty when the client sent nothing that is a UUID. */
  readonly id: Buffer;
  readonly type: string;
  /** `application/json` as against `application/octet-stream`. */
  readonly json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

/** An event as it stands in the log. */
export interface StoredEvent extends ProposedEvent {
  /** Place in the whole log, from 1, without gaps until a scavenge. */
  readonly position: number;
  readonly stream: string;
  /** Place in the stream, from 0; `tombstoneRevision` for the last word of a tombstoned stream. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** Stands for 2^63 - 1, which a double cannot hold; encoders write the exact number. */
export const tombstoneRevision = 2 ** 63;

export const eventTypes = {
  metadata: '$metadata',
  streamDeleted: '$streamDeleted',
  link: '$>',
} as const;
