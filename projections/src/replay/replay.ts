import { setTimeout } from 'node:timers/promises';
import { type ReadModel, refuseOlderProgram, shadowSchemaOf, swapIn } from '@groundswell/platform/read-store';
import { forgetWrongRows } from '../operations/wrong-rows.js';
import type { Build } from './build-together.js';
import { compareWithLive, type ModelComparison } from './compare-live.js';
import { wrongText } from './conclusion.js';
import { type ExplainedDifference, explain, mostExplained } from './explain.js';
import { Run, type Surroundings } from './run.js';
import { dropShadows, takeShadows } from './shadow.js';
import { drawLevel } from './standstill.js';
import { strandBuilds } from './stranded.js';
import { labelOf } from './verify.js';

export interface ReplayOptions {
  /** Begins anew even where an interrupted run could be gone on with. */
  readonly fresh: boolean;
  /** Shows what would change, and changes nothing. */
  readonly dryRun: boolean;
  /** Called once it is known whether an interrupted run is gone on with, and from which position. */
  readonly onBegun?: (from: bigint | undefined) => void;
  /** Called before the swap. */
  readonly onCompared?: (
    comparisons: readonly ModelComparison[],
    explained: readonly ExplainedDifference[],
  ) => void;
}

export interface Replayed {
  readonly comparisons: readonly ModelComparison[];
  /** The first rows of each table that were not as they are now. */
  readonly explained: readonly ExplainedDifference[];
  readonly swapped: boolean;
  /** The position at which the new tables began to serve. */
  readonly position: bigint | undefined;
  readonly events: number;
  readonly seconds: number;
  /** Where it went on; undefined when it began. */
  readonly from: bigint | undefined;
}

/**
 * Rebuilds read models from the log beside those that serve, shows what differs, and puts all of them in their place in
 * one transaction. Readers and writers go on throughout. Killed, it goes on where it stopped when it is run again.
 * @throws ShadowTaken when somebody else is building one of them; FatalFault when the live tables are of a newer program
 */
export const replay = async (
  surroundings: Surroundings,
  models: readonly ReadModel[],
  options: ReplayOptions,
): Promise<Replayed> => {
  const { database, eventStore } = surroundings;
  await refuseOlderProgram(database, models);
  const builds = models.map((model) => ({ model, schema: shadowSchemaOf(model) }));
  const taken = await takeShadows(database, builds);
  try {
    if (options.fresh) await dropShadows(database, builds);
    const run = await Run.begin(surroundings, builds, options.dryRun ? 'dry run' : 'replay', labelOf(models));
    options.onBegun?.(run.from?.commit);
    return await run.guard(async () => {
      const comparisons = await compareWithLive(run, surroundings, mostExplained);
      // Afterwards nobody can look any more: what served is gone.
      const explained = await explain(eventStore, models, comparisons);
      options.onCompared?.(comparisons, explained);
      const position = options.dryRun ? undefined : await finish(run, surroundings, builds);
      if (options.dryRun) await dropShadows(database, builds);
      // Kept with the run, for whoever looks later.
      await run.turn(options.dryRun ? 'done' : 'swapped', wrongText(comparisons));
      return {
        comparisons,
        explained,
        swapped: !options.dryRun,
        position,
        events: run.events,
        seconds: run.seconds,
        from: run.from?.commit,
      };
    });
  } finally {
    await taken.release();
  }
};

/** Reads what has come since, and swaps as soon as readers let it. */
const finish = async (run: Run, surroundings: Surroundings, builds: readonly Build[]): Promise<bigint> => {
  const { database, eventStore, signal } = surroundings;
  const models = builds.map(({ model }) => model);
  let reached = 0n;
  for (;;) {
    await strandBuilds(database, eventStore, builds);
    await run.build();
    const done = await swapIn(database, models, {
      async whileStill(standing) {
        await drawLevel(surroundings, builds, standing);
        for (const { position } of standing) {
          if (position && position.commit > reached) reached = position.commit;
        }
      },
    });
    if (done) {
      await forgetWrongRows(
        database,
        models.map(({ name }) => name),
      );
      return reached;
    }
    signal.throwIfAborted();
    await setTimeout(100, undefined, { signal });
  }
};
