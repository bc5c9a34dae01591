import type { ReadModel } from '@groundswell/platform/read-store';
import { compareWithLive, type ModelComparison } from './compare-live.js';
import { differencesText, wrongWords } from './conclusion.js';
import { type ExplainedDifference, explain, mostExplained } from './explain.js';
import { type ReplayDependencies, Run } from './run.js';
import { dropShadows, takeShadows, verifySchemaOf } from './shadow.js';

export interface Verified {
  readonly comparisons: readonly ModelComparison[];
  readonly differences: readonly ExplainedDifference[];
  readonly events: number;
  readonly seconds: number;
}

/**
 * Rebuilds read models alongside the serving ones and compares every row at the same position. Leaves nothing
 * behind.
 * @throws ShadowTaken if another process is verifying one of them
 */
export const verify = async (
  dependencies: ReplayDependencies,
  models: readonly ReadModel[],
): Promise<Verified> => {
  const { database } = dependencies;
  const builds = models.map((model) => ({ model, schema: verifySchemaOf(model) }));
  const taken = await takeShadows(database, builds);
  try {
    // Tables left by a killed run may come from another program version, so they are never continued.
    await dropShadows(database, builds);
    const run = await Run.begin(dependencies, builds, 'verify', labelOf(models));
    return await run.guard(async () => {
      const comparisons = await compareWithLive(run, dependencies, mostExplained);
      const differences = await explain(dependencies, models, comparisons);
      await run.turn('done', differencesText(comparisons));
      const found = wrongWords(comparisons);
      if (found) await run.found(found);
      return { comparisons, differences, events: run.events, seconds: run.seconds };
    });
  } finally {
    await dropShadows(database, builds).catch(() => undefined);
    await taken.release();
  }
};

/** The name of a single read model, or the number of several. */
export const labelOf = (models: readonly ReadModel[]): string =>
  models.length === 1 ? (models[0]?.name ?? '') : `${models.length} read models`;
