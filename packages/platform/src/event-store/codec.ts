import { type RecordedEvent as ClientEvent, type JSONType, jsonEvent } from '@eventstore/db-client';
import {
  type EventMetadata,
  eventCatalogue,
  eventMetadataSchema,
  isAllStorable,
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
  if (!isAllStorable(parsed.data) || !isAllStorable(facts.data))
    throw new InvalidEvent(type, 'a text in it cannot be stored');
  // The name carries the version; readers that see only the metadata get it here.
  const noted = { ...facts.data, schemaVersion: schemaVersionOf(type) };
  return jsonEvent({ id, type, data: parsed.data as JSONType, metadata: noted });
};

/**
 * Every reader decodes here, so deciders, read models, workers and tools all get the newest shapes. Events
 * are validated when appended and not again: validation would take most of a replay.
 * @throws UnreadableEvent
 */
export const decode = (stored: ClientEvent, commit?: bigint): RecordedEvent => {
  const { id, type, data, streamId: stream, revision } = stored;
  const position = stored.position ?? (commit === undefined ? undefined : { commit, prepare: commit });
  const unreadableFor = (reason: string) => new UnreadableEvent({ id, type, stream, revision }, reason);
  if (!stored.isJson || typeof data !== 'object') throw unreadableFor('it is not JSON');
  if (!position) throw unreadableFor('it came without a position');
  if (!stored.metadata) throw unreadableFor('it has no metadata');
  const newest = newestOf({ type, data });
  if (!newest) throw unreadableFor(unreadable(type));
  const event = {
    type: newest.type,
    data: newest.data,
    id,
    stream,
    revision,
    position,
    metadata: stored.metadata as unknown as EventMetadata,
    recordedAt: stored.created,
  } as RecordedEvent;
  return newest.data === data ? event : { ...event, asStored: { type, data } };
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
