import type { Database } from '@groundswell/platform/database';
import { type ReadStore, readAt } from '@groundswell/platform/read-store';
import type { Past } from '@groundswell/projections';

/** Tables of another time, and what kept them from being built. */
interface PastStore extends ReadStore {
  readonly fault: unknown;
}

/**
 * The read models of another time, built as they are asked for. Nothing moves there: nobody waits for a position, and
 * nothing is ever heard of.
 */
export const pastStore = (database: Database, past: Past): PastStore => {
  let fault: unknown;
  return {
    get fault() {
      return fault;
    },
    listening: false,
    heard: () => undefined,
    damage: () => undefined,
    onAdvance: () => () => undefined,
    answers: async () => undefined,
    waitFor: async () => true,
    async read(models, work) {
      await past.build(models).catch((reason: unknown) => {
        fault = reason;
        throw reason;
      });
      return readAt(database, models, work, past.schemaOf);
    },
    close: () => database.close(),
  };
};
