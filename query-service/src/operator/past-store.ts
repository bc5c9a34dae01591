import type { Database } from '@groundswell/platform/database';
import { type ReadStore, readAt } from '@groundswell/platform/read-store';
import type { Past } from '@groundswell/projections';

/**
 * The read models of another time, built as they are asked for. Nothing moves there: nobody waits for a position, and
 * nothing is ever heard of.
 */
export const pastStore = (database: Database, past: Past): ReadStore => ({
  listening: false,
  heard: () => undefined,
  onAdvance: () => () => undefined,
  waitFor: async () => true,
  async read(models, work) {
    await past.build(models);
    return readAt(database, models, work, past.schemaOf);
  },
  close: () => database.close(),
});
