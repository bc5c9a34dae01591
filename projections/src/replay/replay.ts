import { setTimeout } from 'node:timers/promises';
import { type ReadModel, refuseOlderProgram, shadowSchemaOf, swapIn } from '@groundswell/platform/read-store';
import { beginSeries } from '../checkpoints/signed-store.js';
import { forgetWrongRows } from '../operations/wrong-rows.js';
import { type Build, checkpointsOf } from './build-together.js';
import { approach, compareWithLive, type ModelComparison } from './compare-live.js';
import { wrongText } from './conclusion.js';
import {
  type Decision,
  type KeptEvidence,
  refuseOtherEvidence,
  storedAmong,
  weighEvidence,
  withoutStranded,
} from './evidence.js';
import { type ExplainedDifference, explain, mostExplained } from './explain.js';
import { type ReplayDependencies, Run } from './run.js';
import { dropShadows, takeShadows } from './shadow.js';
import { drawLevel } from './standstill.js';
import { strandBuilds } from './stranded.js';
import { labelOf } from './verify.js';

export interface ReplayOptions {
  /** Starts over even if an interrupted run could be continued. */
  readonly fresh: boolean;
  /** Shows what would change and changes nothing. */
  readonly dryRun: boolean;
  /** Sets differing evidence aside, so that the rebuild replaces it: an operator has decided so. */
  readonly setAside?: Decision | undefined;
  /** Called once the run owns all builds, before anything is read. */
  readonly onTaken?: () => Promise<void>;
  /** Called once it is known whether an interrupted run is continued, and from which position. */
  readonly onBegun?: (from: bigint | undefined) => void;
  /** Called before the swap. */
  readonly onCompared?: (comparisons: readonly ModelComparison[]) => void;
}

export interface Replayed {
  readonly comparisons: readonly ModelComparison[];
  /** The first rows of each table that changed. */
  readonly explained: readonly ExplainedDifference[];
  readonly swapped: boolean;
  /** Evidence that the rebuild did not replace; for a dry run, that it would not. */
  readonly kept: readonly KeptEvidence[];
  /** Evidence that was set aside, and why it was not simply replaced. */
  readonly aside: readonly KeptEvidence[];
  /** The position at which the new tables started to serve. */
  readonly position: bigint | undefined;
  readonly events: number;
  readonly seconds: number;
  /** Position from which it continued. Undefined if it started over. */
  readonly from: bigint | undefined;
}

/**
 * Rebuilds read models from the log next to those that serve, shows what differs, and swaps all of them in in
 * one transaction. Readers and writers continue throughout. A killed replay continues where it stopped when
 * run again.
 * @throws ShadowTaken when another process is building one of them; FatalFault when the live tables are of a
 * newer program
 */
export const replay = async (
  dependencies: ReplayDependencies,
  models: readonly ReadModel[],
  options: ReplayOptions,
): Promise<Replayed> => {
  const { database } = dependencies;
  await refuseOlderProgram(database, models);
  const builds = models.map((model) => ({ model, schema: shadowSchemaOf(model) }));
  const taken = await takeShadows(database, builds);
  try {
    await options.onTaken?.();
    const dropOwned = async (dropped: readonly Build[]): Promise<void> => {
      if (dropped.length > 0) await taken.stillOwned();
      await dropShadows(database, dropped);
    };
    if (options.fresh) await dropOwned(builds);
    const run = await Run.begin(dependencies, builds, options.dryRun ? 'dry run' : 'replay', labelOf(models));
    options.onBegun?.(run.from?.commit);
    return await run.guard(async () => {
      const comparisons = await compareWithLive(run, dependencies, mostExplained);
      // Afterwards it is too late: the old tables are gone.
      const explained = await explain(dependencies, models, comparisons);
      options.onCompared?.(comparisons);
      const stored = await storedAmong(database, models);
      const {
        keep: differing,
        equal,
        remains,
      } = await weighEvidence(dependencies, builds, comparisons, stored);
      const [kept, aside] = options.setAside && !options.dryRun ? [[], differing] : [differing, []];
      const decided = new Set(aside.map(({ readModel }) => readModel));
      const isKept = ({ model }: Build) => kept.some(({ readModel }) => readModel === model.name);
      const replacing = options.dryRun ? [] : builds.filter((build) => !isKept(build));
      const position =
        replacing.length > 0
          ? await finish(run, dependencies, replacing, {
              stored,
              decided,
              equal,
              decision: options.setAside,
              stillOwned: taken.stillOwned,
            })
          : undefined;
      await dropOwned(options.dryRun ? builds : builds.filter(isKept));
      // Kept with the run, for later readers.
      await run.turn(
        replacing.length > 0 ? 'swapped' : 'done',
        outcomeOf({ kept, aside, remains }, options.setAside, comparisons),
      );
      await noteKept(run, kept);
      return {
        comparisons,
        explained,
        kept,
        aside: options.dryRun ? aside : [...aside, ...remains],
        swapped: replacing.length > 0,
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

/** Evidence kept despite a difference is a finding. */
const noteKept = async (run: Run, kept: Replayed['kept']): Promise<void> => {
  for (const { readModel, reason } of kept) {
    await run.found(
      `A rebuild did not replace ${readModel}: ${reason}. audit verify shows what was changed.`,
    );
  }
};

const outcomeOf = (
  { kept, aside, remains }: Pick<Replayed, 'kept' | 'aside'> & { readonly remains: readonly KeptEvidence[] },
  decision: Decision | undefined,
  comparisons: readonly ModelComparison[],
): string | undefined => {
  const refused = kept.map(({ readModel, reason }) => `${readModel} was not replaced: ${reason}`);
  const decided = aside.map(
    ({ readModel }) => `${readModel} was set aside by ${decision?.by}: ${decision?.reason}`,
  );
  const left = remains.map(({ readModel, reason }) => `the previous ${readModel} is set aside: ${reason}`);
  const words = [...refused, ...decided, ...left, wrongText(comparisons)].filter(
    (each) => each !== undefined,
  );
  return words.length > 0 ? words.join('; ') : undefined;
};

/** What decides about a swap. By read model: those whose tables exist, which of them an operator set aside, and which are equal. */
interface Deciding {
  readonly stored: ReadonlySet<string>;
  readonly decided: ReadonlySet<string>;
  readonly equal: ReadonlySet<string>;
  /** Why any was set aside: a new series of checkpoints then begins with the swap. */
  readonly decision: Decision | undefined;
  readonly stillOwned: () => Promise<void>;
}

/**
 * Reads what has arrived since, and swaps as soon as readers allow it. Evidence is read no further than what it
 * replaces, which goes on from there: both are compared once more at one position.
 */
const finish = async (
  run: Run,
  dependencies: ReplayDependencies,
  builds: readonly Build[],
  { stored, decided, equal, decision, stillOwned }: Deciding,
): Promise<bigint> => {
  const { database, eventStore, signal } = dependencies;
  const models = builds.map(({ model }) => model);
  const witnesses = builds.filter(
    ({ model }) => model.isEvidence && stored.has(model.name) && !decided.has(model.name),
  );
  let reached = 0n;
  for (;;) {
    await strandBuilds(database, eventStore, builds);
    const held = await withoutStranded(database, witnesses);
    await approach(run, database, held);
    const others = builds.filter((build) => !held.includes(build));
    if (others.length > 0) await run.build(undefined, others);
    const done = await swapIn(database, models, {
      equal,
      alongside: async (sql) => {
        if (decision && decided.size > 0) await beginSeries(sql, decision);
      },
      async whileStill(checkpoints) {
        await stillOwned();
        await drawLevel(dependencies, builds, checkpoints);
        await refuseOtherEvidence(database, witnesses);
        // A replaced one may have read a longer log than there is.
        for (const built of await checkpointsOf(database, builds)) {
          if (built?.position && built.position.commit > reached) reached = built.position.commit;
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
