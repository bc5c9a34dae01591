import { setTimeout } from 'node:timers/promises';
import { type Database, isConnectionLoss, openDatabase, type Sql, together } from '../database/database.js';
import { listen } from '../database/listen.js';
import { isStructural } from '../database/structural.js';
import type { Position } from '../event-store/types.js';
import type { Log } from '../logging/log.js';
import { timeLimits } from '../network/time-limits.js';
import type { Advance } from './checkpoint.js';
import { advanceChannel, readCheckpoints, readerLock } from './checkpoint.js';
import { readDamageNotes } from './damage-watch.js';
import { DamagedTables } from './damaged-tables.js';
import { type ReadModel, schemaOf } from './read-model.js';

/** A read model's progress, as far as this process has been notified. */
export interface Heard {
  readonly position: bigint;
  /** Position of the last batch that changed a row: an answer read at or after it is still right. */
  readonly changed: bigint;
}

/** The result of a query, and each read model's commit position at that time, by name. */
export interface ReadAt<T> {
  readonly value: T;
  readonly positions: ReadonlyMap<string, bigint>;
}

/** The reading half: queries, and waiting for one's own write. */
export interface ReadStore {
  /** How far a read model has come; undefined while it does not exist. Never ahead of the tables. */
  heard(model: Pick<ReadModel, 'name'>): Heard | undefined;
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
   * @throws NotBuiltYet when one of them does not exist; DamagedTables when someone has altered their tables
   */
  read<T>(models: readonly ReadModel[], work: (sql: Sql) => Promise<T>): Promise<ReadAt<T>>;
  /**
   * Calls back for each advance, and for each read model whenever advances may have been missed: as one of no known
   * streams. Returns how to stop.
   */
  onAdvance(heard: (advance: Advance) => void): () => void;
  close(): Promise<void>;
}

/** No projection has created the read model's tables yet. */
export class NotBuiltYet extends Error {
  override readonly name = 'NotBuiltYet';
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
  const latest = new Map<string, Heard>();
  let damaged = new Map<string, string>();
  const listeners = new Set<(advance: Advance) => void>();
  const stopped = new AbortController();

  const hear = (readModel: string, position: bigint, changed: bigint): void => {
    const known = latest.get(readModel);
    if (known && known.position >= position && known.changed >= changed) return;
    latest.set(readModel, {
      position,
      changed: known && known.changed > changed ? known.changed : changed,
    });
  };
  const onAdvance = (advance: Advance): void => {
    const position = BigInt(advance.position);
    hear(advance.readModel, position, advance.changed ? position : 0n);
    // Tables may have been replaced.
    if (advance.streams === null) database.renew();
    for (const listener of listeners) listener(advance);
  };
  /** Tables may have been replaced during the gap: polling returns only positions, which do not show it. */
  const onGap = (): void => {
    for (const [readModel, { changed }] of latest) {
      onAdvance({ readModel, position: changed.toString(), changed: true, streams: null });
    }
  };
  const ask = async (): Promise<void> => {
    const bySchema = new Map(models.map((model) => [schemaOf(model), model.name]));
    for (const { schema, position, changed } of await readCheckpoints(database, [...bySchema.keys()])) {
      hear(bySchema.get(schema) ?? schema, position?.commit ?? 0n, changed);
    }
    damaged = new Map(
      (await readDamageNotes(database)).map(({ schema, words }) => [bySchema.get(schema) ?? schema, words]),
    );
  };
  const channel = listen({
    database,
    channel: advanceChannel,
    subject: 'read models',
    ask,
    onNotice: (payload) => onAdvance(JSON.parse(payload)),
    onGap,
    log,
    signal: stopped.signal,
  });

  const reached = (wanted: readonly ReadModel[], position: Position): boolean =>
    wanted.every((model) => (latest.get(model.name)?.position ?? -1n) >= position.commit);

  return {
    heard: (model) => latest.get(model.name),
    get listening() {
      return channel.listening;
    },
    async answers() {
      await database.query('SELECT 1', []);
    },
    onAdvance(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    waitFor: (wanted, position, milliseconds) =>
      waitUntil(() => reached(wanted, position), {
        milliseconds,
        onNews: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        ask,
      }),
    damage: ({ name }) => damaged.get(name),
    async read(wanted, work) {
      try {
        return await readAt(database, wanted, work);
      } catch (error) {
        const known = wanted.filter(({ name }) => damaged.has(name));
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
      await Promise.all([channel.ended, database.close()]);
    },
  };
};

/** Where a read model's tables are looked up: those that serve, unless someone reads a copy. */
type Placing = (model: Pick<ReadModel, 'name'>) => string;

/**
 * Reads several models as of one moment.
 * @param placing which schema each of them is read from
 * @throws NotBuiltYet
 */
export const readAt = async <T>(
  database: Database,
  models: readonly ReadModel[],
  work: (sql: Sql) => Promise<T>,
  placing: Placing = schemaOf,
): Promise<ReadAt<T>> => {
  let begun = false;
  try {
    return await database.transaction(
      async (sql) => {
        const positions = positionsOf(sql, models, placing);
        const value = work(sql);
        await together<unknown>([
          positions.then(() => {
            begun = true;
          }),
          value,
        ]);
        return { value: await value, positions: await positions };
      },
      { kind: 'snapshot', first: readerLock },
    );
  } catch (error) {
    throw !begun && isMissing(error) ? new NotBuiltYet('there are no read models yet') : error;
  }
};

const positionsOf = async (
  sql: Sql,
  models: readonly ReadModel[],
  placing: Placing,
): Promise<Map<string, bigint>> => {
  const checkpoints = await readCheckpoints(sql, models.map(placing));
  const [aside] = checkpoints.filter(({ isSetAside }) => isSetAside);
  if (aside) throw new NotBuiltYet(`${aside.schema} holds rows of a log that was set aside`);
  const bySchema = new Map(checkpoints.map(({ schema, position }) => [schema, position?.commit ?? 0n]));
  return new Map(
    models.map((model): [string, bigint] => {
      const position = bySchema.get(placing(model));
      if (position === undefined) throw new NotBuiltYet(`${model.name} does not exist yet`);
      return [model.name, position];
    }),
  );
};

/** Whether PostgreSQL has refused a statement. */
const isOfDatabase = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && 'severity' in error && !isConnectionLoss(error);

/** SQLSTATE of a table or schema that is not there. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '3F000');

interface Waiting {
  readonly milliseconds: number;
  readonly onNews: (listener: () => void) => () => void;
  readonly ask: () => Promise<void>;
}

/** Milliseconds after which a waiter asks the database itself: a notification may be lost. */
const patience = 250;

const waitUntil = async (done: () => boolean, { milliseconds, onNews, ask }: Waiting): Promise<boolean> => {
  if (done()) return true;
  const deadline = performance.now() + milliseconds;
  let wake = new AbortController();
  const stop = onNews(() => wake.abort());
  try {
    for (;;) {
      const left = deadline - performance.now();
      if (left <= 0) return done();
      wake = new AbortController();
      await setTimeout(Math.min(left, patience), undefined, { signal: wake.signal }).catch(() => undefined);
      if (done()) return true;
      if (!wake.signal.aborted) await ask().catch(() => undefined);
      if (done()) return true;
    }
  } finally {
    stop();
  }
};
