import { categoryOf, type StreamCategory } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import {
  type EventBatch,
  type EventStore,
  hasReached,
  type Position,
} from '@groundswell/platform/event-store';
import {
  type Checkpoint,
  createTables,
  isOfVersion,
  type ReadModel,
  readCheckpoints,
} from '@groundswell/platform/read-store';
import { applyCarefully } from '../daemon/apply-carefully.js';
import { inFull } from './in-full.js';
import type { Moment } from './moment.js';
import { oneAhead } from './one-ahead.js';

/** A read model and the schema in which it is built. */
export interface Build {
  readonly model: ReadModel;
  readonly schema: string;
}

/** How far all builds have come, and how many events of the log this run has read. */
export interface BuildProgress {
  readonly position: Position;
  readonly events: number;
}

export interface BuildOptions {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly builds: readonly Build[];
  /** To the head of the log when left out. */
  readonly until?: Moment | undefined;
  /**
   * Leaves to the end what may be worked out then. For a long way through the log: the end costs the more the more there
   * is, and nobody should have to wait for it.
   */
  readonly inBulk?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Events at a time. */
  readonly batchSize?: number | undefined;
  readonly onProgress?: ((progress: BuildProgress) => Promise<void> | void) | undefined;
}

/** Events at a time: fewer and larger transactions than when live, so that a row is written less often than it changes. */
const usualBatch = 5_000;
/** Events that are taken off the connection at a time. */
const usualPiece = 500;

/**
 * Builds read models from the log in schemas of their own, while others serve: one pass over the log for all of them.
 * What an earlier attempt left there is gone on with, when it is of the same version.
 * @returns when all of it is read, or when the signal aborts
 */
export const buildTogether = async (options: BuildOptions): Promise<void> => {
  const { database, eventStore, builds, until, signal, onProgress, batchSize = usualBatch } = options;
  const after = await begin(database, builds);
  if (until?.kind === 'position' && after && hasReached(after, until.position)) {
    await settle(options);
    return;
  }
  const batches = eventStore.readAll({
    after,
    until: until?.kind === 'position' ? until.position : undefined,
    categories: [...new Set(builds.flatMap(({ model }) => model.categories))],
    batchSize: Math.min(batchSize, usualPiece),
    ...(signal ? { signal } : {}),
  });
  let events = 0;
  for await (const batch of oneAhead(inFull(batches, batchSize))) {
    const { kept, ended } = cut(batch, until);
    if (kept) await applyToAll(options, kept);
    events += kept?.events.length ?? 0;
    if (kept) await onProgress?.({ position: kept.position, events });
    if (ended) break;
  }
  if (!signal?.aborted) await settle(options);
  // The last events before a position may concern none of these read models: they stand there all the same.
  if (until?.kind === 'position' && !signal?.aborted) {
    await applyToAll(options, { events: [], position: until.position });
  }
};

/** Works out what bulk has put off, in this run or in one that was killed. */
const settle = async ({ database, builds }: BuildOptions): Promise<void> => {
  for (const { model, schema } of builds) {
    if (model.inBulk) await database.transaction(model.inBulk.settle, { schemas: [schema] });
  }
};

/** Makes tables where there are none to go on with. @returns the position that all have passed */
const begin = async (database: Database, builds: readonly Build[]): Promise<Position | undefined> => {
  const standing = await standingOf(database, builds);
  for (const [index, { model, schema }] of builds.entries()) {
    if (!standing[index]) await database.transaction((sql) => createTables(sql, model, schema));
  }
  return leastOf(standing.map((checkpoint) => checkpoint?.position));
};

/** The position that all have passed; undefined when one of them has yet to begin. */
export const leastOf = (positions: readonly (Position | undefined)[]): Position | undefined =>
  positions.reduce((least, position) =>
    least && position && position.commit > least.commit ? least : least && position,
  );

/** What each build can go on from; undefined where it must begin. */
export const standingOf = async (
  database: Database,
  builds: readonly Build[],
): Promise<(Checkpoint | undefined)[]> => {
  const found = await readCheckpoints(
    database,
    builds.map(({ schema }) => schema),
  );
  return builds.map(({ model, schema }) =>
    found.find((checkpoint) => checkpoint.schema === schema && isOfVersion(checkpoint, model)),
  );
};

/** What of a batch belongs to the past up to a moment, and whether that was the last of it. */
const cut = (
  { events, position }: EventBatch,
  until: Moment | undefined,
): { kept: EventBatch | undefined; ended: boolean } => {
  if (!until || until.kind === 'position') return { kept: { events, position }, ended: false };
  if (until.kind === 'occurred') {
    const at = until.at.getTime();
    const kept = events.filter(({ metadata }) => Date.parse(metadata.occurredAt) <= at);
    return { kept: { events: kept, position }, ended: false };
  }
  const later = events.findIndex(({ recordedAt }) => recordedAt > until.at);
  if (later < 0) return { kept: { events, position }, ended: false };
  const last = events[later - 1];
  return { kept: last && { events: events.slice(0, later), position: last.position }, ended: true };
};

/** All apply the batch side by side, each in a transaction of its own. */
const applyToAll = async ({ database, builds, inBulk }: BuildOptions, batch: EventBatch): Promise<void> => {
  const ended = await Promise.allSettled(
    builds.map(({ model, schema }) => {
      const apply = inBulk ? (model.inBulk?.apply ?? model.apply) : model.apply;
      return applyCarefully(database, { ...model, apply }, schema, {
        ...batch,
        events: eventsOf(model, batch),
      });
    }),
  );
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

const eventsOf = ({ categories }: ReadModel, { events }: EventBatch): EventBatch['events'] => {
  const wanted = new Set<StreamCategory>(categories);
  return events.filter(({ stream }) => wanted.has(categoryOf(stream)));
};
