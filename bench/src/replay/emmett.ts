import { dumbo, SQL } from '@event-driven-io/dumbo';
import type { ReadEvent } from '@event-driven-io/emmett';
import {
  getPostgreSQLEventStore,
  pongoSingleStreamProjection,
  rebuildPostgreSQLProjections,
} from '@event-driven-io/emmett-postgresql';
import type { NewEvent, RecordedEvent } from '@groundswell/platform/event-store';
import { type Card, cards } from '@groundswell/projections/replaying';
import { history } from '../history/history.js';
import type { Measured } from './task.js';

type Document = Record<string, unknown>;
type StoredEvent = {
  type: string;
  data: Record<string, unknown>;
  metadata: NewEvent['metadata'];
};

/** Every type that the list of trends hears of. */
const types = [
  'ConceptCreated',
  'ConceptRenamed',
  'ConceptDescribed',
  'ConceptImageChanged',
  'SubConceptAdded',
  'SubConceptRemoved',
  'AllocationAdded',
  'AllocationRemoved',
  'AllocationWeightChanged',
  'AllocationsRebalanced',
];

/** The list of trends as emmett projects it: the same fold over the same events, into documents of its own making. */
const trendList = pongoSingleStreamProjection<Document, StoredEvent>({
  collectionName: 'card',
  canHandle: types,
  getDocumentId: ({ metadata }) => metadata.streamName,
  evolve: (document: Document | null, event: ReadEvent<StoredEvent>) =>
    (cards.evolve(
      document as unknown as Card | undefined,
      event as unknown as RecordedEvent,
    ) as unknown as Document) ?? null,
});

/** emmett's store with the events of trends among the first of a history. */
export interface EmmettTrends {
  readonly events: number;
  /** Builds the list of trends again from the first event. */
  rebuild(batchSize: number): Promise<Measured>;
  close(): Promise<void>;
}

/**
 * Fills emmett's store, and gives its planner statistics: without them its pages are sorted over and over.
 * @param size of the whole history; of it the first `first` events
 */
export const emmettTrends = async (
  databaseUrl: string,
  size: number,
  first: number,
): Promise<EmmettTrends> => {
  const store = getPostgreSQLEventStore(databaseUrl);
  const pool = dumbo({ connectionString: databaseUrl });
  await store.schema.migrate();
  let [read, events, trends] = [0, 0, 0];
  for (const append of history({ events: size })) {
    if (append.stream.startsWith('concept-')) {
      const some = append.events.slice(0, first - read);
      await store.appendToStream(append.stream, some as unknown as StoredEvent[]);
      events += some.length;
      trends += some.filter(({ type }) => type === 'ConceptCreated').length;
    }
    read += append.events.length;
    if (read >= first) break;
  }
  await pool.execute.command(SQL`ANALYZE`);
  return {
    events,
    async rebuild(batchSize) {
      // It empties its documents itself, and continues from its last position.
      await pool.execute.command(SQL`DELETE FROM emt_processors`);
      const consumer = rebuildPostgreSQLProjections<StoredEvent>({
        connectionString: databaseUrl,
        pulling: { batchSize },
        projections: [trendList],
      });
      const started = performance.now();
      await consumer.start();
      const seconds = (performance.now() - started) / 1_000;
      await consumer.close();
      const { rows } = await pool.execute.query<{ count: bigint }>(SQL`SELECT count(*) AS count FROM card`);
      if (Number(rows[0]?.count) !== trends)
        throw new Error(`emmett built ${rows[0]?.count} of ${trends} trends`);
      return { events, seconds };
    },
    async close() {
      await pool.close();
      await store.close();
    },
  };
};
