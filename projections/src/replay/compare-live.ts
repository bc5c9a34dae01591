import { setTimeout } from 'node:timers/promises';
import type { Database, Sql } from '@groundswell/platform/database';
import { type Position, UnreadableEvent } from '@groundswell/platform/event-store';
import {
  type Checkpoint,
  damageOf,
  isOfVersion,
  type ReadModel,
  readCheckpoints,
  schemaOf,
} from '@groundswell/platform/read-store';
import { lagOf } from '../daemon/lag.js';
import { madeOf } from '../operations/damage.js';
import { obstacleNoted } from '../operations/status.js';
import { noteWrongRows } from '../operations/wrong-rows.js';
import { type Build, leastOf } from './build-together.js';
import { compareSchemas, differencesOf, type TableComparison } from './compare.js';
import type { ReplayDependencies, Run } from './run.js';
import { atStandstill, drawLevel, levelsOf } from './standstill.js';

/** Comparison of a rebuilt read model with the serving one. */
export interface ModelComparison {
  readonly readModel: string;
  /** The position of the comparison. Undefined if nothing was compared. */
  readonly position: bigint | undefined;
  readonly tables: readonly TableComparison[];
  readonly differences: number;
  /** What is wrong with the live tables, and what to do; rows of damaged tables are not compared. */
  readonly damage?: string | undefined;
  /** Why nothing was compared. */
  readonly notCompared?: string | undefined;
  /** Why the live one lacks what the log holds after that position, and so was compared no further. */
  readonly leftOut?: string | undefined;
}

/** Maximum rounds of catching up before the serving read models are paused for the rest. */
const mostRounds = 8;
/** Events that may be left for the pause. */
const fewEvents = 200;

const livingOf = async (database: Database, models: readonly ReadModel[]): Promise<Map<string, Checkpoint>> =>
  new Map(
    (await readCheckpoints(database, models.map(schemaOf))).map((checkpoint) => [
      checkpoint.schema,
      checkpoint,
    ]),
  );

/** Why a live read model cannot be compared with one that this program builds. Undefined if it can. */
export const whyNot = (model: ReadModel, live: Checkpoint | undefined): string | undefined => {
  if (!live) return 'there is no live one yet';
  if (live.isSetAside) return 'the live one holds rows of another log';
  if (live.stranded)
    return 'the log no longer holds what the live one read: an older one was restored, or it was moved';
  if (!isOfVersion(live, model)) {
    return live.version === model.version
      ? 'the live one was created by different statements than this program’s'
      : `the live one has version ${live.version}, but this program makes version ${model.version}`;
  }
  return undefined;
};

/**
 * Builds up to where the serving read models are, and follows while they move, until little is left: in one
 * pass to where the last of them is, then each to its own place. One that stopped long ago holds up no one.
 */
export const approach = async (run: Run, database: Database, builds: readonly Build[]): Promise<void> => {
  for (let round = 0; round < mostRounds; round += 1) {
    const live = await livingOf(
      database,
      builds.map(({ model }) => model),
    );
    const before = run.events;
    const placed = builds.flatMap((build) => {
      const position = live.get(schemaOf(build.model))?.position;
      return position ? [{ build, position }] : [];
    });
    const last = placed.length > 0 ? leastOf(placed.map(({ position }) => position)) : undefined;
    if (!last) return;
    await run.build(
      { kind: 'position', position: last },
      placed.map(({ build }) => build),
    );
    for (const { position, builds: level } of levelsOf(placed)) {
      if (position.commit > last.commit) await run.build({ kind: 'position', position }, level);
    }
    if (round > 0 && run.events - before < fewEvents) return;
  }
};

/** How long to wait for a live read model to pass one that an interrupted run had built further, in milliseconds. */
const patience = 10_000;

const untilPassed = async (
  { database, signal }: ReplayDependencies,
  builds: readonly Build[],
): Promise<void> => {
  const deadline = performance.now() + patience;
  while (performance.now() < deadline) {
    const found = await readCheckpoints(
      database,
      builds.flatMap(({ model, schema }) => [schemaOf(model), schema]),
    );
    const reached = new Map(found.map(({ schema, position }) => [schema, position?.commit ?? 0n]));
    const behind = builds.some(
      ({ model, schema }) => (reached.get(schemaOf(model)) ?? 0n) < (reached.get(schema) ?? 0n),
    );
    if (!behind) return;
    await setTimeout(100, undefined, { signal });
  }
};

/**
 * Builds a run's read models up to where the live ones are and compares both there, row by row. Differences
 * are recorded for operators until they are fixed.
 * @param mostShown differing rows of each table that are given in full
 */
export const compareWithLive = async (
  run: Run,
  dependencies: ReplayDependencies,
  mostShown: number,
): Promise<ModelComparison[]> => {
  const { database } = dependencies;
  const live = await livingOf(
    database,
    run.builds.map(({ model }) => model),
  );
  const reasons = new Map(
    run.builds.map(({ model }) => [model.name, whyNot(model, live.get(schemaOf(model)))]),
  );
  const comparable = run.builds.filter(({ model }) => reasons.get(model.name) === undefined);
  const models = comparable.map(({ model }) => model);
  if (models.length > 0) {
    await approach(run, database, comparable);
    await untilPassed(dependencies, comparable);
  }
  await run.turn('comparing');
  const compared =
    models.length === 0
      ? []
      : await atStandstill({
          database,
          models,
          drawLevel: (checkpoints) => drawLevel(dependencies, comparable, checkpoints),
          look: async (sql, checkpoints) => {
            const comparisons: ModelComparison[] = [];
            for (const { model, schema } of comparable) {
              const position = positionIn(checkpoints, schemaOf(model));
              const [rebuilt] = await readCheckpoints(sql, [schema]);
              comparisons.push(
                (rebuilt?.position?.commit ?? 0n) === (position?.commit ?? 0n)
                  ? await compareOne(database, model, sql, { schema, position, mostShown })
                  : notCompared(model, 'the rebuilt one is ahead of the live one, which does not advance'),
              );
            }
            return comparisons;
          },
        });
  await noteWrongRows(
    database,
    compared.flatMap(({ readModel, differences: rows, notCompared: reason }) =>
      reason === undefined ? [{ readModel, rows }] : [],
    ),
  );
  const found: ModelComparison[] = [];
  for (const { model } of run.builds) {
    const comparison = compared.find(({ readModel }) => readModel === model.name);
    found.push(
      comparison
        ? await withLeftOut(dependencies, model, comparison)
        : notCompared(model, reasons.get(model.name) ?? 'it was not checked'),
    );
  }
  return found;
};

/** Whether the log holds events of a read model after a position; an unreadable event counts. */
const hasMore = async (
  { eventStore }: ReplayDependencies,
  model: ReadModel,
  commit: bigint,
): Promise<boolean> => {
  try {
    const { events } = await lagOf(eventStore, model, { commit, prepare: commit }, new Date(0));
    return events > 0;
  } catch (fault) {
    if (fault instanceof UnreadableEvent) return true;
    throw fault;
  }
};

/**
 * A read model that does not run has not read all events: equal rows then do not prove that it is complete.
 */
const withLeftOut = async (
  dependencies: ReplayDependencies,
  model: ReadModel,
  comparison: ModelComparison,
): Promise<ModelComparison> => {
  if (comparison.notCompared !== undefined) return comparison;
  const obstacle = await obstacleNoted(dependencies.database, model, model.version);
  if (obstacle === null || !(await hasMore(dependencies, model, comparison.position ?? 0n)))
    return comparison;
  return { ...comparison, leftOut: obstacle };
};

const positionIn = (checkpoints: readonly Checkpoint[], schema: string): Position | undefined =>
  checkpoints.find((checkpoint) => checkpoint.schema === schema)?.position;

/** The result for a read model that could not be compared. */
export const notCompared = ({ name }: ReadModel, reason: string): ModelComparison => ({
  readModel: name,
  position: undefined,
  tables: [],
  differences: 0,
  notCompared: reason,
});

interface Compared {
  readonly schema: string;
  readonly position: Position | undefined;
  readonly mostShown: number;
}

/** Compares the serving tables with those rebuilt in another schema, as far as the former are intact. */
export const compareOne = async (
  database: Database,
  model: ReadModel,
  sql: Sql,
  { schema, position, mostShown }: Compared,
): Promise<ModelComparison> => {
  const [damage] = await damageOf(database, [madeOf(model)], sql);
  const damaged = new Set(damage?.faults.flatMap(({ table, ofShape }) => (ofShape ? (table ?? []) : [])));
  const tables = await compareSchemas(sql, { live: schemaOf(model), rebuilt: schema, damaged, mostShown });
  return {
    readModel: model.name,
    position: position?.commit ?? 0n,
    tables,
    differences: tables.reduce((sum, table) => sum + differencesOf(table), 0),
    damage: damage?.words,
  };
};
