import { type RecordedEvent as ClientEvent, type JSONType, jsonEvent } from '@eventstore/db-client';
import {
  type AnyEvent,
  type EventMetadata,
  eventCatalogue,
  eventMetadataSchema,
  newestOf,
  schemaVersionOf,
  unreadable,
} from '@groundswell/contracts';
import { InvalidEvent, UnreadableEvent } from './errors.js';
import type { NewEvent, RecordedEvent, StoredEvent } from './types.js';

/** Checks an event against its catalogue entry and writes what the schema keeps: nothing unforeseen gets in. */
export const encode = ({ id, type, data, metadata }: NewEvent) => {
  const stored = eventCatalogue.get(type);
  if (!stored) throw new InvalidEvent(type, 'the catalogue does not know it');
  if (stored.upcast) throw new InvalidEvent(type, 'it has been succeeded by a newer version');
  const parsed = stored.schema.safeParse(data);
  if (!parsed.success) throw new InvalidEvent(type, parsed.error.message);
  const facts = eventMetadataSchema.safeParse(metadata);
  if (!facts.success) throw new InvalidEvent(type, `metadata: ${facts.error.message}`);
  // The name says the version; whoever reads the metadata alone is told the same.
  const noted = { ...facts.data, schemaVersion: schemaVersionOf(type) };
  return jsonEvent({ id, type, data: parsed.data as JSONType, metadata: noted });
};

/**
 * The one way from the store to any reader: deciders, read models, workers and tools all see the newest shapes.
 * @throws UnreadableEvent
 */
export const decode = (stored: ClientEvent, commit?: bigint): RecordedEvent => {
  const { id, type, streamId: stream, revision } = stored;
  const position = stored.position ?? (commit === undefined ? undefined : { commit, prepare: commit });
  const naming = { id, type, stream, revision };
  if (!stored.isJson || typeof stored.data !== 'object') throw new UnreadableEvent(naming, 'it is not JSON');
  if (!position) throw new UnreadableEvent(naming, 'it came without a position');
  if (!stored.metadata) throw new UnreadableEvent(naming, 'it has no metadata');
  const event = newestOf({ type, data: stored.data });
  if (!event) throw new UnreadableEvent(naming, unreadable(type));
  const same = event.type === type && event.data === stored.data;
  return {
    ...(event as AnyEvent),
    ...(same ? {} : { asStored: { type, data: stored.data } }),
    id,
    stream,
    revision,
    position,
    metadata: stored.metadata as unknown as EventMetadata,
    recordedAt: stored.created,
  };
};

/** An event to be checked, whatever became of it. */
export const asStored = (event: ClientEvent, commit?: bigint): StoredEvent => ({
  id: event.id,
  type: event.type,
  stream: event.streamId,
  revision: event.revision,
  position: event.position ?? { commit: commit ?? 0n, prepare: commit ?? 0n },
  recordedAt: event.created,
  data: event.data,
  metadata: event.metadata,
});
