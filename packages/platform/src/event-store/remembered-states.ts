import type { DomainEvent } from '@groundswell/contracts';
import { type Folding, readAfter } from './load.js';
import type { EventStore, RecordedEvent } from './types.js';

interface Remembered<State, E extends DomainEvent> {
  readonly state: State;
  readonly last: RecordedEvent<E>;
}

/**
 * Reads states of streams, and of one that was read before only what is new. It reads from the last known event; if that event is
 * different, the log was replaced, and everything is read again.
 * @param most streams remembered; the one that was read longest ago is dropped first
 * @returns the state of a stream as it is now
 */
export const rememberingStates = <State, E extends DomainEvent>(
  eventStore: Pick<EventStore, 'readStream'>,
  { initialState, evolve }: Folding<State, E>,
  most: number,
): ((stream: string) => Promise<State>) => {
  const streams = new Map<string, Remembered<State, E>>();

  const keep = (stream: string, remembered: Remembered<State, E>): void => {
    streams.delete(stream);
    streams.set(stream, remembered);
    const [oldest] = streams.keys();
    if (streams.size > most && oldest !== undefined) streams.delete(oldest);
  };

  return async (stream) => {
    const known = streams.get(stream);
    const after = known && (await readAfter<E>(eventStore, stream, known.last));
    const { events } = after ?? (await eventStore.readStream<E>(stream));
    const state = events.reduce<State>(evolve, after ? known.state : initialState);
    const last = events.at(-1) ?? (after && known.last);
    if (last) keep(stream, { state, last });
    else streams.delete(stream);
    return state;
  };
};
