import type { EventBatch } from '@groundswell/platform/event-store';

/**
 * Joins batches until so many events have come together. The log hands over what is there at the moment; a rebuild that
 * took it as it comes would turn to each of its read models for a few events at a time.
 * What came before a failure is given before it.
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
