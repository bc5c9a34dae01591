import type { RecordedEvent, StoredEvent } from '@groundswell/platform/event-store';
import { eventLeaf, sha256 } from './hashes.js';

/** An event of a read model, as the log holds it. */
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

/** A text of the metadata; null for whatever stands there instead. */
const textIn = (metadata: unknown, name: string): string | null => {
  const value: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, name) : undefined;
  return typeof value === 'string' ? value : null;
};

/** An instant that no calendar holds is left out, not thrown over. */
const instant = (date: Date): string | null => (Number.isNaN(date.getTime()) ? null : date.toISOString());

/**
 * The public part of an event, as one line of JSON: these are the bytes that are hashed, and that a visitor is sent.
 * `data` is the stored JSON in its stored order, from before any upcasting. See docs/proof.md.
 */
export const recordOf = ({
  position,
  stream,
  revision,
  id,
  type,
  recordedAt,
  metadata,
  data,
}: StoredEvent): string =>
  JSON.stringify({
    position: position.commit.toString(),
    stream,
    revision: revision.toString(),
    id,
    type,
    recorded_at: instant(recordedAt),
    occurred_at: textIn(metadata, 'occurredAt'),
    reason: textIn(metadata, 'reason'),
    data: data ?? null,
  });

/**
 * Hash of the private part: all of the metadata, so who made the change as well. It holds the correlation id, which
 * nobody can guess, so that the hash gives nothing away.
 */
export const privateHashOf = ({ metadata }: Pick<StoredEvent, 'metadata'>): Buffer =>
  sha256(JSON.stringify(metadata ?? null));

/** What one event adds to the chain and to the tree. */
export const leafOf = (event: StoredEvent): Buffer =>
  eventLeaf(sha256(recordOf(event)), privateHashOf(event));
