import type { Database } from '@groundswell/platform/database';
import { type ReadStore, readAt } from '@groundswell/platform/read-store';
import type { Past } from '@groundswell/projections';

/** Tables as of another time, and the error that kept them from being built. */
interface PastStore extends ReadStore {
  readonly fault: unknown;
  /** The log position that everything read so far reflects. Undefined before the first read. */
  readonly position: bigint | undefined;
}

/**
 * The read models of another time, built on demand. Nothing changes there: no one waits for a position, and
 * there are no notices.
 */
export const pastStore = (database: Database, past: Past): PastStore => {
  let fault: unknown;
  let position: bigint | undefined;
  return {
    get position() {
      return position;
    },
    get fault() {
      return fault;
    },
    listening: false,
    heard: () => undefined,
    olderVersion: () => undefined,
    damage: () => undefined,
    onAdvance: () => () => undefined,
    answers: async () => undefined,
    waitFor: async () => true,
    async read(models, work) {
      await past.build(models).catch((reason: unknown) => {
        fault = reason;
        throw reason;
      });
      const found = await readAt(database, models, work, past.schemaOf);
      for (const each of found.positions.values())
        if (position === undefined || each < position) position = each;
      return found;
    },
    close: () => database.close(),
  };
};
