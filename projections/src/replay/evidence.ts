import type { Database } from '@groundswell/platform/database';
import { type ReadModel, readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import type { Build } from './build-together.js';
import { compareOne, type ModelComparison } from './compare-live.js';

/** Who decided something about evidence, and why. */
export interface Decision {
  /** A handle that names nobody. */
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

const reasonToKeep = ({ differences, notCompared, damage, tables }: ModelComparison): string | undefined => {
  if (notCompared) return `it was not compared: ${notCompared}`;
  if (damage && tables.length === 0) return 'none of its tables is whole enough to be compared';
  return differences > 0 ? 'what was rebuilt from the log differs from it' : undefined;
};

/**
 * Evidence that must stay: a rebuild that agrees with it row by row, at one position, may take its place, and so may one
 * where there is none yet. All else would let the log be its own witness.
 * @param comparisons of the same read models
 * @param stored names of those whose tables are there
 */
export const evidenceToKeep = (
  models: readonly ReadModel[],
  comparisons: readonly ModelComparison[],
  stored: ReadonlySet<string>,
): KeptEvidence[] =>
  models.flatMap(({ name, isEvidence }) => {
    if (!isEvidence || !stored.has(name)) return [];
    const comparison = comparisons.find(({ readModel }) => readModel === name);
    const reason = comparison ? reasonToKeep(comparison) : 'it was not compared';
    return reason === undefined ? [] : [{ readModel: name, reason }];
  });

/** Names of read models whose tables are there. */
export const storedAmong = async (
  database: Database,
  models: readonly ReadModel[],
): Promise<ReadonlySet<string>> => {
  const found = new Set((await readCheckpoints(database, models.map(schemaOf))).map(({ schema }) => schema));
  return new Set(models.filter((model) => found.has(schemaOf(model))).map(({ name }) => name));
};

/**
 * Compares evidence once more while the tables that serve stand still, at the position of those that take their place.
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
