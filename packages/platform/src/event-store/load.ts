import type { DomainEvent } from '@groundswell/contracts';
import type { EventStore, Recorded, RecordedEvent, StreamRead, StreamRevision } from './types.js';

/** The part of a decider that turns a history into a state. */
export interface Folding<State, E extends DomainEvent> {
  readonly initialState: State;
  readonly evolve: (state: State, event: E) => State;
}

/** Where the last of what a command wrote is, and what the command's caller asked for. */
export interface Written extends Pick<Recorded, 'revision' | 'position'> {
  readonly requestHash: string | undefined;
}

/** What has to be known of a stream to decide a command on it. */
export interface Loaded<State> {
  readonly state: State;
  readonly revision: StreamRevision;
  /** Undefined when the stream has no event. */
  readonly last: Pick<Recorded, 'id' | 'revision' | 'position'> | undefined;
  /** By the id of the command. It may have more than was there at `revision`. */
  readonly written: ReadonlyMap<string, Written>;
}

/** The same, with the events. */
export interface LoadedWhole<State, E extends DomainEvent> extends Loaded<State>, StreamRead<E> {}

/** Reads a stream as it is at that moment, and folds it. */
export type Loading = <State, E extends DomainEvent>(
  stream: string,
  folding: Folding<State, E>,
) => Promise<Loaded<State>>;

/** Notes what commands wrote. */
export const noteWritten = (
  written: Map<string, Written>,
  events: readonly Pick<RecordedEvent, 'revision' | 'position' | 'metadata'>[],
): Map<string, Written> => {
  for (const { revision, position, metadata } of events)
    if (metadata.commandId !== undefined)
      written.set(metadata.commandId, { revision, position, requestHash: metadata.requestHash });
  return written;
};

/**
 * Reads what a stream has after an event that is known of it. Undefined when another event is in its place: the log was replaced,
 * and everything has to be read again.
 */
export const readAfter = async <E extends DomainEvent>(
  eventStore: Pick<EventStore, 'readStream'>,
  stream: string,
  known: Pick<Recorded, 'id' | 'revision'>,
): Promise<StreamRead<E> | undefined> => {
  const { events, revision } = await eventStore.readStream<E>(stream, known.revision);
  const [first, ...fresh] = events;
  return first?.id === known.id ? { events: fresh, revision } : undefined;
};

/** Reads a stream and folds it. `revision` is what to expect at the append that follows. */
export const load = async <State, E extends DomainEvent>(
  eventStore: Pick<EventStore, 'readStream'>,
  stream: string,
  { initialState, evolve }: Folding<State, E>,
): Promise<LoadedWhole<State, E>> => {
  const { events, revision } = await eventStore.readStream<E>(stream);
  return {
    events,
    revision,
    state: events.reduce<State>(evolve, initialState),
    last: events.at(-1),
    written: noteWritten(new Map(), events),
  };
};
