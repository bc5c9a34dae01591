import { instrumentIdOf, type StreamCategory, streamOf } from '@groundswell/contracts';
import type { EventStore, StoredEvent } from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';
import type { RowDifference } from './compare.js';
import type { Witness } from './witness.js';

/** An event as shown in a cause. */
interface NamedEvent {
  readonly type: string;
  readonly id: string;
  readonly stream: string;
  readonly revision: string;
  readonly position: string;
  readonly recordedAt: string;
}

/** Why a row may differ, as far as the log shows. */
export interface Cause {
  readonly words: string;
  /** Whether an event behind the row is not what was recorded: then the row is the smaller fault. */
  readonly isOfLog: boolean;
  /** The last events that this row may come from, oldest first. */
  readonly events: readonly NamedEvent[];
}

const mostEvents = 3;

const nameEvent = (event: StoredEvent): NamedEvent => ({
  type: event.type,
  id: event.id,
  stream: event.stream,
  revision: event.revision.toString(),
  position: event.position.commit.toString(),
  recordedAt: event.recordedAt.toISOString(),
});

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Streams that a row may be folded from: its key, and values that look like ids, in each category of the read
 * model.
 */
const candidates = (
  { key, live, rebuilt }: RowDifference,
  categories: readonly StreamCategory[],
): string[] => {
  const row = { ...live, ...rebuilt };
  const ids = [
    ...Object.values(key),
    ...Object.entries(row).flatMap(([column, value]) =>
      column.endsWith('_id') || column === 'symbol' ? [value] : [],
    ),
  ].flatMap((value) => text(value) ?? []);
  return [...new Set(ids)].flatMap((id) =>
    categories.map((category) => streamOf(category, category === 'instrument' ? instrumentIdOf(id) : id)),
  );
};

const positionOf = (row: RowDifference['live']): bigint | undefined => {
  const position = row?.position;
  return typeof position === 'number' || typeof position === 'string' ? BigInt(position) : undefined;
};

const wordsOf = ({ live, rebuilt }: RowDifference): string => {
  if (!live) return 'The live row is missing: it was deleted, or the event that creates it was skipped.';
  if (!rebuilt)
    return 'No event of the log makes this row: it was inserted, or its events are gone from the log.';
  const [was, is] = [positionOf(live), positionOf(rebuilt)];
  if (was === undefined || is === undefined || was === is) {
    return 'Both rows come from the same events: the live one was altered by hand, or the program that folds them has changed without a new version.';
  }
  return was < is
    ? `The live row has not seen the event at position ${is}.`
    : `The live row has seen an event at position ${was} that does not change it in the log as it is now.`;
};

/**
 * Finds the events that last touched a row, up to the position at which both sides were compared. As stored:
 * events after that position may be unreadable.
 */
export const causeOf = async (
  eventStore: Pick<EventStore, 'readStoredStream'>,
  { categories }: Pick<ReadModel, 'categories'>,
  difference: RowDifference,
  until: bigint,
  witness: Witness,
): Promise<Cause> => {
  const names = candidates(difference, categories);
  const testify = await witness(names);
  const streams = await Promise.all(names.map((stream) => eventStore.readStoredStream(stream)));
  const altered = await testify(streams.flat());
  const events = streams
    .flat()
    .filter(({ position }) => position.commit <= until)
    .sort((a, b) => (a.position.commit < b.position.commit ? -1 : 1));
  const [was, is] = [positionOf(difference.live), positionOf(difference.rebuilt)];
  const telling = events.filter(({ position }) => position.commit === was || position.commit === is);
  const last = telling.length > 0 ? telling : events.slice(-mostEvents);
  const words = altered
    ? `The log itself was altered: ${altered}. Run \`audit verify\` before anything else; do not replay.`
    : wordsOf(difference);
  return { words, isOfLog: altered !== undefined, events: last.map(nameEvent) };
};
