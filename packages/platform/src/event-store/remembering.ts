import type { DomainEvent } from '@groundswell/contracts';
import { type Folding, type Loaded, type Loading, load, readAfter } from './load.js';
import type { EventStore, NewEvent, Recorded, RecordedEvent } from './types.js';

/** A stream as it was when it was last read, and by which fold. */
interface Remembered {
  readonly folding: Folding<unknown, DomainEvent>;
  readonly loaded: Loaded<unknown, DomainEvent>;
}

/** Streams that were read before. */
export interface RememberedStreams {
  /**
   * Loads a stream as `load` does, but reads only what is new of one that is remembered. It reads from the last known event; if
   * that event is different, the log was replaced, and everything is read again.
   */
  readonly load: Loading;
  /**
   * A stream as it is remembered, without asking the store, so it may have grown since: decide upon it as `known`. Undefined when
   * nothing is remembered of it.
   */
  recall<State, E extends DomainEvent>(
    stream: string,
    folding: Folding<State, E>,
  ): Loaded<State, E> | undefined;
  /** Adds an event that a subscription brought, where it is the next one of a stream that is remembered. */
  learn(event: RecordedEvent): void;
  /**
   * Appends as the event store does, and adds what was appended. Such events have the position of the last of them, and no moment
   * of recording but their own.
   */
  readonly append: EventStore['append'];
  /** Forgets all: from now on, the log may be another one. */
  forget(): void;
}

/**
 * Events kept at most unless the caller says: about seventy megabytes, or what 600 customers with a hundred events each need
 * who act in turn. With fewer, each of their commands would read its stream from the start.
 */
const usualMost = 60_000;

/**
 * Whether what was appended is what the store has: an append that it recognizes as a repeat leaves the first one, which may have
 * been made at another moment.
 */
const isStoredAs = (appended: RecordedEvent<DomainEvent>, stored: RecordedEvent): boolean =>
  appended.id === stored.id && appended.metadata.occurredAt === stored.metadata.occurredAt;

const recordedAs = (
  event: NewEvent,
  place: Pick<Recorded, 'stream' | 'revision' | 'position'>,
): RecordedEvent =>
  ({ ...event, ...place, recordedAt: new Date(event.metadata.occurredAt) }) as RecordedEvent;

const eventsIn = (remembered: Remembered | undefined): number => remembered?.loaded.events.length ?? 0;

/** Remembers streams up to a number of events; the least recently used stream is dropped first. */
export const remembering = (
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  most = usualMost,
): RememberedStreams => {
  const streams = new Map<string, Remembered>();
  let held = 0;
  let forgotten = 0;

  const keep = (stream: string, remembered: Remembered): void => {
    held += eventsIn(remembered) - eventsIn(streams.get(stream));
    streams.delete(stream);
    // Anyone can ask for any id: what does not exist weighs nothing, and would never be forgotten.
    if (eventsIn(remembered) === 0) return;
    streams.set(stream, remembered);
    for (const [oldest, dropped] of streams) {
      if (held <= most) return;
      streams.delete(oldest);
      held -= eventsIn(dropped);
    }
  };

  const recall = <State, E extends DomainEvent>(stream: string, folding: Folding<State, E>) => {
    const known = streams.get(stream);
    return known?.folding === folding ? (known.loaded as Loaded<State, E>) : undefined;
  };

  /** The stream's current state; undefined when the remembered events are not its beginning. */
  const grown = async <State, E extends DomainEvent>(
    stream: string,
    { evolve }: Folding<State, E>,
    { state, events }: Loaded<State, E>,
  ): Promise<Loaded<State, E> | undefined> => {
    const last = events.at(-1);
    if (!last) return undefined;
    const after = await readAfter<E>(eventStore, stream, last);
    if (!after) return undefined;
    const { events: fresh, revision } = after;
    return { events: [...events, ...fresh], revision, state: fresh.reduce<State>(evolve, state) };
  };

  const learn = (event: RecordedEvent): void => {
    const known = streams.get(event.stream);
    const last = known?.loaded.events.at(-1);
    if (!known || !last) return;
    const { folding, loaded } = known;
    if (event.revision <= last.revision) {
      const same = loaded.events.at(Number(event.revision - last.revision) - 1);
      if (same && !isStoredAs(same, event))
        keep(event.stream, { folding, loaded: { ...loaded, events: [] } });
      return;
    }
    if (last.revision !== event.revision - 1n) return;
    const state = folding.evolve(loaded.state, event);
    keep(event.stream, {
      folding,
      loaded: { events: [...loaded.events, event], revision: event.revision, state },
    });
  };

  return {
    recall,
    learn,
    async append(stream, events, options) {
      const appended = await eventStore.append(stream, events, options);
      const { revision, position } = appended;
      const first = revision - BigInt(events.length - 1);
      for (const [index, event] of events.entries())
        learn(recordedAs(event, { stream, revision: first + BigInt(index), position }));
      return appended;
    },
    load: async <State, E extends DomainEvent>(stream: string, folding: Folding<State, E>) => {
      const [before, era] = [recall(stream, folding), forgotten];
      const loaded =
        (before && (await grown(stream, folding, before))) ?? (await load(eventStore, stream, folding));
      // What was begun before all was forgotten may have been read from the other log.
      if (era === forgotten) keep(stream, { folding, loaded } as unknown as Remembered);
      return loaded;
    },
    forget() {
      streams.clear();
      held = 0;
      forgotten += 1;
    },
  };
};
