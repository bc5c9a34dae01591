import { isConnectionLoss } from '../database/connection-loss.js';
import { openDatabase } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { isStructural } from '../database/structural.js';
import type { Position } from '../event-store/types.js';
import type { Log } from '../logging/log.js';
import { timeLimits } from '../network/time-limits.js';
import { type Heard, hearAdvances } from './advances.js';
import type { Advance } from './checkpoint.js';
import { DamagedTables } from './damaged-tables.js';
import { type ReadAt, readAt } from './read-at.js';
import { type ReadModel, schemaOf } from './read-model.js';
import { createWaiting } from './wait-until.js';

/** The reading half: queries, and waiting for one's own write. */
export interface ReadStore {
  /** How far a read model has come; undefined while it does not exist. Never ahead of the tables. */
  heard(model: Pick<ReadModel, 'name'>): Heard | undefined;
  /** The version of a read model's tables while they are older than this program reads. */
  olderVersion(model: Pick<ReadModel, 'name'>): number | undefined;
  /** What is wrong with a read model's tables, and what to do, as recorded last. */
  damage(model: Pick<ReadModel, 'name'>): string | undefined;
  /** Whether notices arrive immediately, rather than through polling. */
  readonly listening: boolean;
  /** Resolves as soon as the database answers. @throws a loss of it */
  answers(): Promise<void>;
  /** Waits until all models have reached a position. @returns false when `milliseconds` were not enough */
  waitFor(models: readonly ReadModel[], position: Position, milliseconds: number): Promise<boolean>;
  /**
   * Reads several models as of one moment.
   * @throws NotBuiltYet when one of them does not exist; OlderTables; DamagedTables when someone has altered their tables
   */
  read<T>(models: readonly ReadModel[], work: (sql: Sql) => Promise<T>): Promise<ReadAt<T>>;
  /**
   * Calls back for each advance, and for each read model whenever advances may have been missed: as one of no known
   * streams. Returns how to stop.
   */
  onAdvance(heard: (advance: Advance) => void): () => void;
  close(): Promise<void>;
}

export interface ReadStoreOptions {
  readonly url: string;
  readonly name: string;
  readonly models: readonly ReadModel[];
  readonly log: Log;
  readonly connections?: number;
}

/** Opens the reading half. Connects in the background, and keeps trying while the database is down. */
export const openReadStore = ({ url, name, models, log, connections = 10 }: ReadStoreOptions): ReadStore => {
  const database = openDatabase({
    url,
    name,
    connections,
    schemas: models.map(schemaOf),
    patience: timeLimits.statement,
    pipelined: true,
  });
  const stopped = new AbortController();
  const advances = hearAdvances({ database, models, log, signal: stopped.signal });
  const waitUntil = createWaiting({ onNews: advances.on, ask: advances.ask });

  return {
    heard: (model) => advances.heard.get(model.name),
    get listening() {
      return advances.listening;
    },
    async answers() {
      await database.query('SELECT 1', []);
    },
    onAdvance: advances.on,
    waitFor: (wanted, position, milliseconds) =>
      waitUntil(() => advances.reached(wanted, position), milliseconds),
    olderVersion: ({ name }) => advances.older.get(name),
    damage: ({ name }) => advances.damaged.get(name),
    async read(wanted, work) {
      try {
        return await readAt(database, wanted, work);
      } catch (error) {
        const known = wanted.filter(({ name }) => advances.damaged.has(name));
        if (!isStructural(error) && (known.length === 0 || !isOfDatabase(error))) throw error;
        const models = known.length > 0 ? known : wanted;
        throw new DamagedTables(
          models.map(({ name }) => name),
          error,
        );
      }
    },
    async close() {
      stopped.abort();
      // Side by side: a question that no one answers ends when its connection is cut.
      await Promise.all([advances.ended, database.close()]);
    },
  };
};

/** Whether PostgreSQL has refused a statement. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && 'severity' in error && !isConnectionLoss(error);
