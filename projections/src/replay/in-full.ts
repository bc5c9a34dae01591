import type { EventBatch } from '@groundswell/platform/event-store';

/**
 * Joins batches until they hold a number of events. The log delivers what is available; a rebuild would
 * otherwise serve each of its read models a few events at a time. Yields what came before a failure first.
 */
export async function* inFull(batches: AsyncIterable<EventBatch>, size: number): AsyncGenerator<EventBatch> {
  let pieces: EventBatch[] = [];
  let events = 0;
  try {
    for await (const piece of batches) {
      pieces.push(piece);
      events += piece.events.length;
      if (events < size) continue;
      yield* joined(pieces);
      [pieces, events] = [[], 0];
    }
  } catch (failure) {
    yield* joined(pieces);
    throw failure;
  }
  yield* joined(pieces);
}

const joined = (pieces: readonly EventBatch[]): EventBatch[] => {
  const last = pieces.at(-1);
  return last ? [{ ...last, events: pieces.flatMap(({ events }) => events) }] : [];
};
