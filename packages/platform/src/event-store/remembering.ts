import type { DomainEvent } from '@groundswell/contracts';
import { type Folding, type Loaded, type Loading, load } from './load.js';
import type { EventStore } from './types.js';

/** A stream as it was when it was last read, and by which fold. */
interface Remembered {
  readonly folding: unknown;
  readonly loaded: Loaded<unknown, DomainEvent>;
}

/** Events kept at most unless the caller says: about ten megabytes. */
const usualMost = 20_000;

const eventsIn = (remembered: Remembered | undefined): number => remembered?.loaded.events.length ?? 0;

/**
 * Loads streams as `load` does, but reads only what is new of a stream that it read before. It reads from the
 * last known event; if that event is different, the log was replaced, and everything is read again. The least
 * recently used stream is dropped first.
 */
export const remembering = (eventStore: Pick<EventStore, 'readStream'>, most = usualMost): Loading => {
  const streams = new Map<string, Remembered>();
  let held = 0;

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

  /** The stream's current state; undefined when the remembered events are not its beginning. */
  const grown = async <State, E extends DomainEvent>(
    stream: string,
    { evolve }: Folding<State, E>,
    { state, events }: Loaded<State, E>,
  ): Promise<Loaded<State, E> | undefined> => {
    const last = events.at(-1);
    if (!last) return undefined;
    const { events: read, revision } = await eventStore.readStream<E>(stream, last.revision);
    const [first, ...fresh] = read;
    if (first?.id !== last.id) return undefined;
    return { events: [...events, ...fresh], revision, state: fresh.reduce<State>(evolve, state) };
  };

  return async <State, E extends DomainEvent>(stream: string, folding: Folding<State, E>) => {
    const known = streams.get(stream);
    const before = known?.folding === folding ? (known.loaded as Loaded<State, E>) : undefined;
    const loaded =
      (before && (await grown(stream, folding, before))) ?? (await load(eventStore, stream, folding));
    keep(stream, { folding, loaded });
    return loaded;
  };
};
