import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { readCheckpoints, schemaOf, strandWhereLost } from '@groundswell/platform/read-store';
import type { Build } from './build-together.js';
import { dropShadows } from './shadow.js';

/**
 * After an older log was restored: marks serving tables and builds that hold events it has lost.
 * @throws OtherLog
 */
export const strandBuilds = async (
  database: Database,
  eventStore: Pick<EventStore, 'goesOn'>,
  builds: readonly Build[],
): Promise<void> => {
  const schemas = builds.flatMap(({ model, schema }) => [schemaOf(model), schema]);
  await strandWhereLost(database, schemas, eventStore);
};

/**
 * The same before builds begin; also removes builds left by an earlier run for stranded tables: such a build
 * may have read lost events without being beyond the log's end.
 */
export const dropBesideStranded = async (
  database: Database,
  eventStore: Pick<EventStore, 'goesOn'>,
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
