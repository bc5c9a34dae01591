import { eventTypes, type StoredEvent, tombstoneRevision } from './event.js';
import { isSoftDeleted, noMetadata, parseStreamMetadata, type StreamMetadata } from './stream-metadata.js';
import { isMetaStream } from './stream-name.js';

/** Everything needed to decide on a write to a stream or its metadata. */
export interface StreamState {
  /** Revision of the last event, even a truncated one; -1 when there is none. */
  readonly last: number;
  readonly tombstoned: boolean;
  /** Revision of the last metadata event; -1 when there is none. */
  readonly lastMetadata: number;
  readonly metadata: StreamMetadata;
  /** The metadata as written. Kept only for soft-deleted streams, which may be restored. */
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

/** Restores a state from the log. `last` and `lastMetadata` are -1 for none. */
export const restoreState = (last: number, lastMetadata: number, json: Buffer): StreamState => {
  const metadata = lastMetadata < 0 ? noMetadata : parseStreamMetadata(json);
  const tombstoned = last >= tombstoneRevision;
  return { last, tombstoned, lastMetadata, metadata, written: isSoftDeleted(metadata) ? json : nothing };
};

/** The state of the base stream after one more event of it, or of its metadata. */
export const evolve = (state: StreamState, event: StoredEvent): StreamState => {
  if (!isMetaStream(event.stream)) {
    // Copied field by field, since this runs for every written event.
    const { lastMetadata, metadata, written } = state;
    const tombstoned = event.type === eventTypes.streamDeleted;
    return { last: event.revision, tombstoned, lastMetadata, metadata, written };
  }
  return {
    ...restoreState(state.last, event.revision, event.data),
    tombstoned: state.tombstoned,
  };
};

/** One stream as a writer or reader sees it. A metadata stream is a stream as well. */
export interface StreamHead {
  readonly last: number;
  readonly tombstoned: boolean;
  readonly softDeleted: boolean;
  readonly hasMetadata: boolean;
  /** The first revision that is not truncated. */
  readonly first: number;
  /** Events older than this have expired. */
  readonly maxAgeSeconds: number;
}

/** The head of a stream, or of the metadata stream that shares its state, by name. */
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

/** Whether readers still see an event. @param now milliseconds since 1970 */
export const survives = (head: StreamHead, event: StoredEvent, now: number): boolean =>
  event.revision >= head.first && event.created >= now - head.maxAgeSeconds * 1_000;

/** For readers, a stream without events and a soft-deleted stream do not exist. */
export const isReadable = (head: StreamHead): boolean => head.last >= 0 && !head.softDeleted;
