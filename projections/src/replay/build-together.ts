import { setImmediate } from 'node:timers/promises';
import { categoryOf, type StreamCategory } from '@groundswell/contracts';
import { type Database, isOutage } from '@groundswell/platform/database';
import {
  type EventBatch,
  type EventStore,
  hasReached,
  LogCutShort,
  type LogMark,
  type LogPlace,
  OtherLog,
  type Position,
  type RecordedEvent,
  seenIn,
} from '@groundswell/platform/event-store';
import {
  bareSchemas,
  type Checkpoint,
  CheckpointMoved,
  completeTables,
  createBareTables,
  createTables,
  indexTables,
  isOfVersion,
  type ReadModel,
  readCheckpoints,
  readLogOfDatabase,
  Superseded,
} from '@groundswell/platform/read-store';
import { applyCarefully } from '../daemon/apply-carefully.js';
import { Gathering } from './gathering.js';
import { inFull } from './in-full.js';
import type { Moment } from './moment.js';
import { upTo } from './up-to.js';

/** A read model and the schema to build it in. */
export interface Build {
  readonly model: ReadModel;
  readonly schema: string;
}

/** The position reached by all builds, and the number of events that this run has read from the log. */
export interface BuildProgress {
  readonly position: Position;
  readonly events: number;
}

export interface BuildOptions {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly builds: readonly Build[];
  /** Defaults to the head of the log. */
  readonly until?: Moment | undefined;
  /**
   * For long distances: rows are kept in memory and written from time to time, and work that can be deferred is done
   * at the end. Otherwise each batch is written at once, which is faster when little is left.
   */
  readonly inBulk?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Events between two checkpoints; in bulk, as many as fit in memory when omitted. */
  readonly batchSize?: number | undefined;
  readonly onProgress?: ((progress: BuildProgress) => Promise<void> | void) | undefined;
  /**
   * Called with the reason that the rest is built event by event, which takes longer but finds the event at
   * fault.
   */
  readonly onSetback?: ((fault: unknown) => void) | undefined;
}

/** Events at a time: the more events a lookup of rows covers, the less it costs for each. */
const usualBatch = 500;
/** Events to fold before the connection is read again, few enough not to stall the log. */
const foldedAtOnce = 100;
/** Maximum events between two checkpoints in bulk. A killed run reads up to this many again. */
const mostGathered = 100_000;

/**
 * Builds read models from the log in schemas of their own, while others serve: one pass over the log for all
 * of them. Continues what an earlier attempt left there, if it is of the same version.
 * @returns when everything is read, or when the signal aborts
 */
export const buildTogether = async (options: BuildOptions): Promise<void> => {
  const { until, signal, inBulk } = options;
  const after = await begin(options);
  if (until?.kind !== 'position' || !after.position || !hasReached(after.position, until.position)) {
    if (inBulk) await buildInBulk(options, after);
    else await buildCarefully(options, after);
  }
  if (!signal?.aborted) await settle(options);
};

/** Keeps rows in memory from batch to batch. On a failure, falls back to finding the event at fault. */
const buildInBulk = async (options: BuildOptions, after: LogPlace): Promise<void> => {
  const { database, builds, batchSize = mostGathered, onProgress } = options;
  const checkpoints = await checkpointsOf(database, builds);
  const gatherings: Gathering[] = [];
  const fold = async ({ slices, position, read }: Prepared): Promise<void> => {
    for (const slice of slices) {
      for (const [index, gathering] of gatherings.entries())
        gathering.take(slice.shares[index] ?? [], slice.position, slice.mark);
      for (const gathering of gatherings) if (gathering.isDue(read, batchSize)) await gathering.write();
      // Lets the log's and the database's messages in meanwhile.
      await setImmediate();
    }
    await onProgress?.({ position, events: read });
  };
  try {
    for (const [index, { model, schema }] of builds.entries()) {
      gatherings.push(await Gathering.begin(database, model, schema, checkpoints[index]));
    }
    let prepared: Prepared | undefined;
    for await (const batch of batchesOf(options, after)) {
      const slices = slicesOf(batch, builds);
      const preparing = Promise.all(
        gatherings.map((gathering, index) =>
          gathering.prepare(slices.flatMap(({ shares }) => shares[index] ?? [])),
        ),
      );
      // The database looks up the rows of the next events while these are folded.
      preparing.catch(() => undefined);
      if (prepared) await fold(prepared);
      await preparing;
      prepared = { slices, position: batch.position, read: batch.read };
    }
    if (prepared) await fold(prepared);
    for (const gathering of gatherings) await gathering.write();
    await Promise.all(gatherings.map((gathering) => gathering.end()));
  } catch (fault) {
    await Promise.allSettled(gatherings.map((gathering) => gathering.end()));
    if (isNoFaultOfAnEvent(fault)) throw fault;
    options.onSetback?.(fault);
    await buildCarefully(options, await begin(options));
  }
};

/** Part of a batch: each read model's share of the events, and the position it reaches. */
interface Slice {
  readonly shares: readonly (readonly RecordedEvent[])[];
  readonly position: Position;
  readonly mark: LogMark | undefined;
}

/** A batch whose rows are being looked up. */
interface Prepared {
  readonly slices: readonly Slice[];
  readonly position: Position;
  readonly read: number;
}

/** Cuts a batch into slices to fold; the last slice reaches as far as the batch. */
const slicesOf = ({ events, position, mark }: EventBatch, builds: readonly Build[]): Slice[] => {
  const slices: Slice[] = [];
  for (let start = 0; start === 0 || start < events.length; start += foldedAtOnce) {
    const some = events.slice(start, start + foldedAtOnce);
    const categories = some.map(({ stream }) => categoryOf(stream));
    const last = start + foldedAtOnce >= events.length ? undefined : some.at(-1);
    slices.push({
      shares: builds.map(({ model }) => ofModel(model, some, categories)),
      position: last?.position ?? position,
      mark: last ? mark && { log: mark.log, seen: seenIn(last) } : mark,
    });
  }
  return slices;
};

const isNoFaultOfAnEvent = (fault: unknown): boolean =>
  fault instanceof Superseded ||
  fault instanceof CheckpointMoved ||
  fault instanceof LogCutShort ||
  fault instanceof OtherLog ||
  isOutage(fault);

/** Writes each batch as it arrives. If one fails, applies it event by event. */
const buildCarefully = async (options: BuildOptions, after: LogPlace): Promise<void> => {
  const { database, builds, onProgress } = options;
  let follows = after.position;
  for await (const { events, position, mark, read } of batchesOf(options, after)) {
    const categories = events.map(({ stream }) => categoryOf(stream));
    await allEnded(
      builds.map(({ model, schema }) => {
        const batch = { events: ofModel(model, events, categories), position, mark };
        return applyCarefully(database, asInBulk(options, model), schema, batch, follows);
      }),
    );
    follows = position;
    await onProgress?.({ position, events: read });
  }
};

/** Deferred work stays deferred even when batches are written as they arrive. */
const asInBulk = (options: BuildOptions, model: ReadModel): ReadModel => {
  const { inBulk } = model;
  return options.inBulk && inBulk ? { ...model, live: () => inBulk.writer(false) } : model;
};

/** Batches up to a moment, with the number of events read so far. The last batch ends at that moment. */
async function* batchesOf(
  { eventStore, builds, until, signal, batchSize = usualBatch }: BuildOptions,
  { position: after, ...known }: LogPlace,
): AsyncGenerator<EventBatch & { readonly read: number }> {
  const size = Math.min(batchSize, usualBatch);
  const batches = eventStore.readAll({
    after,
    mark: known,
    until: until?.kind === 'position' ? until.position : undefined,
    categories: [...new Set(builds.flatMap(({ model }) => model.categories))],
    batchSize: size,
    ...(signal ? { signal } : {}),
  });
  let read = 0;
  let mark: LogMark | undefined = known;
  for await (const batch of inFull(batches, size)) {
    const { kept, ended } = upTo(until, batch);
    read += kept?.events.length ?? 0;
    mark = kept?.mark ?? mark;
    if (kept) yield { ...kept, read };
    if (ended) return;
  }
  // The last events before a position may concern none of these read models: they have still reached it.
  if (until?.kind === 'position' && !signal?.aborted)
    yield { events: [], position: until.position, mark, read };
}

/**
 * Does the deferred work, for each read model separately. The tables tell whether there is any: a killed run
 * may have deferred it, and the run that continues may have little left to read.
 */
const settle = async ({ database, builds, inBulk }: BuildOptions): Promise<void> => {
  const bare = await bareSchemas(
    database,
    builds.map(({ schema }) => schema),
  );
  await allEnded(
    builds.map(async ({ model, schema }) => {
      const isOwed = inBulk || bare.has(schema);
      if (isOwed) await database.transaction((sql) => indexTables(sql, model, schema));
      if (model.inBulk?.settle) await database.transaction(model.inBulk.settle, { schemas: [schema] });
      if (isOwed) await database.transaction((sql) => completeTables(sql, schema));
    }),
  );
};

/** Waits for all, even when one fails: no work is left running when it returns. */
const allEnded = async (works: readonly Promise<void>[]): Promise<void> => {
  const ended = await Promise.allSettled(works);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/** Creates missing tables. @returns the position that all builds have passed */
const begin = async ({ database, builds, inBulk }: BuildOptions): Promise<LogPlace> => {
  const create = inBulk ? createBareTables : createTables;
  const checkpoints = await checkpointsOf(database, builds);
  for (const [index, { model, schema }] of builds.entries()) {
    if (!checkpoints[index]) await database.transaction((sql) => create(sql, model, schema));
  }
  const position = leastOf(checkpoints.map((checkpoint) => checkpoint?.position));
  const last = checkpoints.find((checkpoint) => position && checkpoint?.position?.commit === position.commit);
  return { log: await readLogOfDatabase(database), seen: last?.mark.seen, position };
};

/** The position that all have passed. Undefined if one has not started. */
export const leastOf = (positions: readonly (Position | undefined)[]): Position | undefined =>
  positions.reduce((least, position) =>
    least && position && position.commit > least.commit ? least : least && position,
  );

/**
 * The checkpoint from which each build can continue; undefined where it must start over, also when it holds
 * events that the log has lost.
 */
export const checkpointsOf = async (
  database: Database,
  builds: readonly Build[],
): Promise<(Checkpoint | undefined)[]> => {
  const found = await readCheckpoints(
    database,
    builds.map(({ schema }) => schema),
  );
  return builds.map(({ model, schema }) =>
    found.find(
      (checkpoint) => checkpoint.schema === schema && isOfVersion(checkpoint, model) && !checkpoint.stranded,
    ),
  );
};

/** The events that concern a read model, given the categories of all. */
const ofModel = (
  model: ReadModel,
  events: readonly RecordedEvent[],
  categories: readonly (StreamCategory | undefined)[],
): readonly RecordedEvent[] => {
  const wanted = new Set<StreamCategory | undefined>(model.categories);
  return events.filter((_, index) => wanted.has(categories[index]));
};
