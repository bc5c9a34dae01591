import { eventTypes, type StoredEvent, tombstoneRevision } from './event.js';
import { isSoftDeleted, noMetadata, parseStreamMetadata, type StreamMetadata } from './stream-metadata.js';
import { isMetaStream } from './stream-name.js';

/** All that a decision about a stream, or about its metadata, needs to know. */
export interface StreamState {
  /** Revision of the last event, even a truncated one; -1 when there is none. */
  readonly last: number;
  readonly tombstoned: boolean;
  /** Revision of the last metadata event; -1 when there is none. */
  readonly lastMetadata: number;
  readonly metadata: StreamMetadata;
  /** The metadata as they were written, kept for a soft-deleted stream alone, which may come back. */
  readonly written: Buffer;
}

const nothing = Buffer.alloc(0);

export const unknownStream: StreamState = {
  last: -1,
  tombstoned: false,
  lastMetadata: -1,
  metadata: noMetadata,
  written: nothing,
};

/** The state as it is in the log. `last` and `lastMetadata` are -1 for none. */
export const restoreState = (last: number, lastMetadata: number, json: Buffer): StreamState => {
  const metadata = lastMetadata < 0 ? noMetadata : parseStreamMetadata(json);
  const tombstoned = last >= tombstoneRevision;
  return { last, tombstoned, lastMetadata, metadata, written: isSoftDeleted(metadata) ? json : nothing };
};

/** The state of the base stream after one more event of it, or of its metadata. */
export const evolve = (state: StreamState, event: StoredEvent): StreamState => {
  if (!isMetaStream(event.stream)) {
    // Field by field: it is made for every event that is written.
    const { lastMetadata, metadata, written } = state;
    const tombstoned = event.type === eventTypes.streamDeleted;
    return { last: event.revision, tombstoned, lastMetadata, metadata, written };
  }
  return {
    ...restoreState(state.last, event.revision, event.data),
    tombstoned: state.tombstoned,
  };
};

/** One stream as a writer or a reader sees it: a metadata stream is a stream, too. */
export interface StreamHead {
  readonly last: number;
  readonly tombstoned: boolean;
  readonly softDeleted: boolean;
  readonly hasMetadata: boolean;
  /** The first revision that is not truncated. */
  readonly first: number;
  /** Events older than this are expired. */
  readonly maxAgeSeconds: number;
}

/** A stream, or the metadata stream that shares its state, by its name. */
export const headOf = (stream: string, state: StreamState): StreamHead => {
  if (isMetaStream(stream)) {
    return {
      last: state.lastMetadata,
      tombstoned: state.tombstoned,
      softDeleted: false,
      hasMetadata: false,
      // Of metadata only the last event counts.
      first: Math.max(0, state.lastMetadata),
      maxAgeSeconds: Number.POSITIVE_INFINITY,
    };
  }
  const { truncateBefore, maxCount, maxAgeSeconds } = state.metadata;
  return {
    last: state.last,
    tombstoned: state.tombstoned,
    softDeleted: isSoftDeleted(state.metadata),
    hasMetadata: state.lastMetadata >= 0,
    first: Math.max(0, truncateBefore, state.last - maxCount + 1),
    maxAgeSeconds,
  };
};

/** Whether a reader still sees an event. `now` in milliseconds since 1970. */
export const survives = (head: StreamHead, event: StoredEvent, now: number): boolean =>
  event.revision >= head.first && event.created >= now - head.maxAgeSeconds * 1_000;

/** A stream without events, or one that was soft-deleted, is not there for a reader. */
export const isReadable = (head: StreamHead): boolean => head.last >= 0 && !head.softDeleted;
