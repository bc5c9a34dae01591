import type { RecordedEvent, StoredEvent } from '@groundswell/platform/event-store';
import { eventLeaf, sha256 } from './hashes.js';

/** An event of a read model, as stored. */
export const storedOf = (event: RecordedEvent): StoredEvent => ({
  id: event.id,
  type: event.asStored?.type ?? event.type,
  stream: event.stream,
  revision: event.revision,
  position: event.position,
  recordedAt: event.recordedAt,
  data: event.asStored?.data ?? event.data,
  metadata: event.metadata,
});

/** A text field of the metadata. Null if it is missing or not a text. */
const textIn = (metadata: unknown, name: string): string | null => {
  const value: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, name) : undefined;
  return typeof value === 'string' ? value : null;
};

/** Null for an instant outside the calendar, instead of an error. */
export const instantOf = (date: Date): string | null =>
  Number.isNaN(date.getTime()) ? null : date.toISOString();

/**
 * How an event is hashed. Version 2 contains nothing that a store assigns, so that a log can move to another
 * store.
 */
export type RecordForm =
  | { readonly version: 1 }
  /** `ordinal`: how many of our events precede it in the log; null if it was not chained. */
  | { readonly version: 2; readonly ordinal: number | null };

/**
 * How the event at an index of the chain is hashed.
 * @param version1 number of events at the start of the log that are hashed as version 1
 */
export const formAt = (ordinal: number | null, version1: number): RecordForm =>
  ordinal !== null && ordinal < version1 ? { version: 1 } : { version: 2, ordinal };

/**
 * The public part of an event as one line of JSON: exactly the bytes that are hashed and sent to visitors.
 * `data` is the stored JSON in its stored order, before any upcasting. See docs/proof.md.
 */
export const recordOf = (
  { position, stream, revision, id, type, recordedAt, metadata, data }: StoredEvent,
  form: RecordForm,
): string => {
  const own = { stream, revision: revision.toString(), id, type };
  const told = {
    occurred_at: textIn(metadata, 'occurredAt'),
    reason: textIn(metadata, 'reason'),
    data: data ?? null,
  };
  return form.version === 1
    ? JSON.stringify({
        position: position.commit.toString(),
        ...own,
        recorded_at: instantOf(recordedAt),
        ...told,
      })
    : JSON.stringify({ version: 2, ordinal: form.ordinal?.toString() ?? null, ...own, ...told });
};

/**
 * Hash of the private part: all metadata, including who made the change. It contains the random correlation
 * id, so that the hash reveals nothing.
 */
export const privateHashOf = ({ metadata }: Pick<StoredEvent, 'metadata'>): Buffer =>
  sha256(JSON.stringify(metadata ?? null));

/** An event's leaf in the chain and in the tree. */
export const leafOf = (event: StoredEvent, form: RecordForm): Buffer =>
  eventLeaf(sha256(recordOf(event, form)), privateHashOf(event));
