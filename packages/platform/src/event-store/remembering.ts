import type { AnyEvent, DomainEvent } from '@groundswell/contracts';
import { type Folding, type Loaded, type Loading, noteWritten, readAfter, type Written } from './load.js';
import type { EventStore, NewEvent, Recorded, RecordedEvent } from './types.js';

/** A stream as it was when it was last read, and by which fold. */
interface Remembered {
  readonly folding: Folding<unknown, DomainEvent>;
  readonly loaded: Loaded<unknown> & { readonly written: Map<string, Written> };
  /** What this process appended and no subscription has brought so far, by revision. */
  readonly own: Map<bigint, NewEvent>;
  readonly weight: number;
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
  recall<State, E extends DomainEvent>(stream: string, folding: Folding<State, E>): Loaded<State> | undefined;
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
 * Whether what was appended is what the store has: an append that it recognizes as a repeat leaves the first one, which may have
 * been made at another moment.
 */
const isStoredAs = (appended: NewEvent, stored: RecordedEvent): boolean =>
  appended.id === stored.id && appended.metadata.occurredAt === stored.metadata.occurredAt;

const recordedAs = (
  event: NewEvent,
  place: Pick<Recorded, 'stream' | 'revision' | 'position'>,
): RecordedEvent =>
  ({ ...event, ...place, recordedAt: new Date(event.metadata.occurredAt) }) as RecordedEvent;

/** With events that follow. Of these, only what `Loaded` names is kept: they would take five times the memory. */
const grow = (
  { folding, loaded, own }: Pick<Remembered, 'folding' | 'loaded' | 'own'>,
  events: readonly RecordedEvent[],
  revision: Loaded<unknown>['revision'],
): Remembered => {
  const last = events.at(-1) ?? loaded.last;
  return {
    folding,
    loaded: {
      state: events.reduce(folding.evolve, loaded.state),
      revision,
      last: last && { id: last.id, revision: last.revision, position: last.position },
      written: noteWritten(loaded.written, events),
    },
    own,
    weight: last ? Number(last.revision) + 1 + own.size : 0,
  };
};

const empty = (folding: Folding<unknown, DomainEvent>) => ({
  folding,
  loaded: {
    state: folding.initialState,
    revision: 'no_stream' as const,
    last: undefined,
    written: new Map<string, Written>(),
  },
  own: new Map<bigint, NewEvent>(),
});

/** Streams by name. The least recently used one is dropped first, so that they never weigh more than allowed. */
const boundedStreams = (most: number) => {
  const streams = new Map<string, Remembered>();
  let held = 0;
  const drop = (stream: string): void => {
    held -= streams.get(stream)?.weight ?? 0;
    streams.delete(stream);
  };
  return {
    get: (stream: string) => streams.get(stream),
    drop,
    keep(stream: string, remembered: Remembered): void {
      drop(stream);
      // Anyone can ask for any id: what does not exist weighs nothing, and would never be forgotten.
      if (remembered.weight === 0) return;
      // It could not stay, and would only drop all others.
      if (remembered.weight > most) return;
      streams.set(stream, remembered);
      held += remembered.weight;
      for (const oldest of streams.keys()) {
        if (held <= most) return;
        drop(oldest);
      }
    },
    clear() {
      streams.clear();
      held = 0;
    },
  };
};

/**
 * Remembers streams; the least recently used one is dropped first.
 * @param most events that the remembered streams may have in all. A stream that is dropped is read from its start by the next command
 */
export const remembering = (
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  most: number,
): RememberedStreams => {
  const streams = boundedStreams(most);
  let forgotten = 0;

  const known = <State, E extends DomainEvent>(stream: string, folding: Folding<State, E>) => {
    const remembered = streams.get(stream);
    return remembered?.folding === folding ? remembered : undefined;
  };

  /** The stream as it is now; undefined when what is remembered is not its beginning. */
  const grown = async (stream: string, remembered: Remembered): Promise<Remembered | undefined> => {
    const { last } = remembered.loaded;
    const after = last && (await readAfter<AnyEvent>(eventStore, stream, last));
    return after && grow(remembered, after.events, after.revision);
  };

  const read = async (stream: string, folding: Folding<unknown, DomainEvent>): Promise<Remembered> => {
    const { events, revision } = await eventStore.readStream<AnyEvent>(stream);
    return grow(empty(folding), events, revision);
  };

  /** @returns the stream that has it now; undefined when it is not the next event of a remembered one */
  const addNext = (event: RecordedEvent): Remembered | undefined => {
    const remembered = streams.get(event.stream);
    if (remembered?.loaded.last?.revision !== event.revision - 1n) return undefined;
    const next = grow(remembered, [event], event.revision);
    streams.keep(event.stream, next);
    return next;
  };

  return {
    recall: <State, E extends DomainEvent>(stream: string, folding: Folding<State, E>) =>
      known(stream, folding)?.loaded as Loaded<State> | undefined,
    learn(event) {
      const remembered = streams.get(event.stream);
      const own = remembered?.own.get(event.revision);
      remembered?.own.delete(event.revision);
      if (own && !isStoredAs(own, event)) streams.drop(event.stream);
      else addNext(event);
    },
    async append(stream, events, options) {
      const appended = await eventStore.append(stream, events, options);
      const { revision, position } = appended;
      const first = revision - BigInt(events.length - 1);
      for (const [index, event] of events.entries()) {
        const place = { stream, revision: first + BigInt(index), position };
        addNext(recordedAs(event, place))?.own.set(place.revision, event);
      }
      return appended;
    },
    load: async <State, E extends DomainEvent>(stream: string, folding: Folding<State, E>) => {
      const [before, era] = [known(stream, folding), forgotten];
      const remembered =
        (before && (await grown(stream, before))) ??
        (await read(stream, folding as Folding<unknown, DomainEvent>));
      // What was begun before all was forgotten may have been read from the other log.
      if (era === forgotten) streams.keep(stream, remembered);
      return remembered.loaded as Loaded<State>;
    },
    forget() {
      streams.clear();
      forgotten += 1;
    },
  };
};
