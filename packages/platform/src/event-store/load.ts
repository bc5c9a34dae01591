import type { DomainEvent } from '@groundswell/contracts';
import type { EventStore, RecordedEvent, StreamRead } from './types.js';

/** The part of a decider that turns a history into a state. */
export interface Folding<State, E extends DomainEvent> {
  readonly initialState: State;
  readonly evolve: (state: State, event: E) => State;
}

export interface Loaded<State, E extends DomainEvent> extends StreamRead<E> {
  readonly state: State;
}

/** Reads a stream as it is at that moment, and folds it. */
export type Loading = <State, E extends DomainEvent>(
  stream: string,
  folding: Folding<State, E>,
) => Promise<Loaded<State, E>>;

/**
 * Reads what a stream has after an event that is known of it. Undefined when another event is in its place: the log was replaced,
 * and everything has to be read again.
 */
export const readAfter = async <E extends DomainEvent>(
  eventStore: Pick<EventStore, 'readStream'>,
  stream: string,
  known: RecordedEvent<E>,
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
): Promise<Loaded<State, E>> => {
  const { events, revision } = await eventStore.readStream<E>(stream);
  return { events, revision, state: events.reduce<State>(evolve, initialState) };
};
