import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { readCheckpoints, schemaOf, strandBeyondLog } from '@groundswell/platform/read-store';
import type { Build } from './build-together.js';
import { dropShadows } from './shadow.js';

/** Where an older log was restored: marks what has read further than it goes, of what serves and of what is built beside. */
export const strandBuilds = async (
  database: Database,
  eventStore: Pick<EventStore, 'head'>,
  builds: readonly Build[],
): Promise<void> => {
  const schemas = builds.flatMap(({ model, schema }) => [schemaOf(model), schema]);
  await strandBeyondLog(database, schemas, eventStore.head);
};

/**
 * The same before builds begin, and removes what an earlier run left beside tables that are stranded: it may have read
 * what the log has lost without ever having been seen beyond its end.
 */
export const dropBesideStranded = async (
  database: Database,
  eventStore: Pick<EventStore, 'head'>,
  builds: readonly Build[],
): Promise<void> => {
  await strandBuilds(database, eventStore, builds);
  const live = await readCheckpoints(
    database,
    builds.map(({ model }) => schemaOf(model)),
  );
  const stranded = new Set(live.filter((each) => each.stranded).map(({ schema }) => schema));
  await dropShadows(
    database,
    builds.filter(({ model }) => stranded.has(schemaOf(model))),
  );
};
