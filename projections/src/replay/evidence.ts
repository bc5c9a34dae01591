import type { Database } from '@groundswell/platform/database';
import {
  hasTables,
  type ReadModel,
  readCheckpoints,
  readerLock,
  schemaOf,
} from '@groundswell/platform/read-store';
import { newestOfSeries } from '../checkpoints/signed-store.js';
import { rootAt } from '../read-models/log-chain/root-at.js';
import type { Build } from './build-together.js';
import { compareOne, type ModelComparison } from './compare-live.js';

/** Who made a decision about evidence, and why. */
export interface Decision {
  /** A handle that is not a person's name. */
  readonly by: string;
  readonly reason: string;
}

/** Stored evidence that a rebuild does not replace, and why. */
export interface KeptEvidence {
  readonly readModel: string;
  readonly reason: string;
}

/** Evidence changed between its comparison and the swap. */
class EvidenceDiffers extends Error {
  override readonly name = 'EvidenceDiffers';
}

/** The result of comparing stored evidence with its rebuild. */
interface Weighed {
  /** Evidence to keep, and why. */
  readonly keep: readonly KeptEvidence[];
  /** Names of evidence that equals the rebuilt tables in every row, so nothing is lost. */
  readonly equal: ReadonlySet<string>;
  /** Damaged evidence, enough of which agrees with the rebuild: its remains are kept aside. */
  readonly remains: readonly KeptEvidence[];
}

/** Why stored evidence must be kept. Undefined if the log was shown to lead to it. */
const reasonToKeep = (model: ReadModel, comparison: ModelComparison | undefined): string | undefined => {
  if (!comparison) return 'it was not compared';
  const { differences, notCompared, damage, tables } = comparison;
  if (notCompared) return `it was not compared: ${notCompared}`;
  if (differences > 0) return 'what was rebuilt from the log differs from it';
  const isCovered = tables.some(({ table }) => model.covering?.includes(table));
  return damage && !isCovered
    ? 'too little of it is intact to tell whether the log is what was recorded'
    : undefined;
};

/**
 * Evidence stays unless a rebuild agrees with it row by row, at one position; for damaged evidence, with
 * enough of it and with what was signed. Anything less would let the log be its own witness.
 * @param comparisons of the same read models
 * @param stored names of those whose tables exist
 */
export const weighEvidence = async (
  database: Database,
  builds: readonly Build[],
  comparisons: readonly ModelComparison[],
  stored: ReadonlySet<string>,
): Promise<Weighed> => {
  const keep: KeptEvidence[] = [];
  const remains: KeptEvidence[] = [];
  const equal = new Set<string>();
  for (const { model, schema } of builds) {
    if (!model.isEvidence || !stored.has(model.name)) continue;
    const comparison = comparisons.find(({ readModel }) => readModel === model.name);
    const isWhole = comparison?.damage === undefined;
    const reason =
      reasonToKeep(model, comparison) ?? (isWhole ? undefined : await contradictionOf(database, schema));
    if (reason !== undefined) keep.push({ readModel: model.name, reason });
    else if (isWhole) equal.add(model.name);
    else
      remains.push({
        readModel: model.name,
        reason: 'its tables were damaged, and the log leads to what was left of them',
      });
  }
  return { keep, equal, remains };
};

/** How a rebuilt chain contradicts the newest signed checkpoint. Undefined if it leads through it. */
const contradictionOf = async (database: Database, schema: string): Promise<string | undefined> => {
  const newest = await newestOfSeries(database);
  if (!newest) return undefined;
  const root = await database.transaction((sql) => rootAt(sql, newest.count), {
    kind: 'snapshot',
    first: readerLock,
    schemas: [schema],
  });
  return root === newest.root
    ? undefined
    : `the rebuilt one does not lead to the signed checkpoint of ${newest.count} events`;
};

/** Names of read models whose tables exist. */
export const storedAmong = async (
  database: Database,
  models: readonly ReadModel[],
): Promise<ReadonlySet<string>> => {
  const found = new Set((await readCheckpoints(database, models.map(schemaOf))).map(({ schema }) => schema));
  const stored = new Set<string>();
  for (const model of models) {
    const schema = schemaOf(model);
    if (found.has(schema) || (await hasTables(database, schema))) stored.add(model.name);
  }
  return stored;
};

/**
 * Compares evidence once more while the serving tables are held, at the position of those that replace them.
 * @throws EvidenceDiffers
 */
export const refuseOtherEvidence = async (database: Database, builds: readonly Build[]): Promise<void> => {
  for (const { model, schema } of builds) {
    if (!model.isEvidence) continue;
    const compared = { schema, position: undefined, mostShown: 0 };
    if ((await compareOne(database, model, database, compared)).differences > 0) {
      throw new EvidenceDiffers(`${model.name} changed while it was compared: nothing was replaced.`);
    }
  }
};
