import { type DomainEvent, type EventMetadata, newestOf, unreadable } from '@groundswell/contracts';
import {
  type EventStore,
  LogCutShort,
  type Position,
  type StoredEvent,
} from '@groundswell/platform/event-store';

/** An event as shown to operators: in its newest shape, or as stored if this program cannot read it. */
export interface ShownEvent extends Omit<StoredEvent, 'metadata'> {
  /** Complete only if the event is readable. */
  readonly metadata: Partial<EventMetadata>;
  readonly asStored?: DomainEvent;
  /** Why this program cannot read it. Absent if it can. */
  readonly unreadable?: string;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/** Converts a stored event. It is unreadable here for the same reasons as for every other reader. */
export const shownOf = (stored: StoredEvent): ShownEvent => {
  const { type, data } = stored;
  const metadata: Partial<EventMetadata> = isObject(stored.metadata) ? stored.metadata : {};
  const shown = { ...stored, metadata };
  if (!isObject(data)) return { ...shown, unreadable: 'it is not JSON' };
  if (!isObject(stored.metadata)) return { ...shown, unreadable: 'it has no metadata' };
  const newest = newestOf({ type, data });
  if (!newest) return { ...shown, unreadable: unreadable(type) };
  return newest.data === data ? shown : { ...shown, ...newest, asStored: { type, data } };
};

/** Who made a change, if the event tells. */
export const actorOf = ({ metadata: { actor } }: ShownEvent): string =>
  actor ? `${actor.role} ${actor.id}` : 'unknown';

/**
 * Reads the log from an event's position on, including unreadable events; from the beginning if no event is at the
 * position. @throws when the signal aborts
 */
export async function* readShownLog(
  eventStore: Pick<EventStore, 'readStoredLog'>,
  from: Position | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly ShownEvent[]> {
  try {
    for await (const page of eventStore.readStoredLog(from)) {
      signal.throwIfAborted();
      yield page.map(shownOf);
    }
    signal.throwIfAborted();
  } catch (fault) {
    if (!(fault instanceof LogCutShort)) throw fault;
    yield* readShownLog(eventStore, undefined, signal);
  }
}
