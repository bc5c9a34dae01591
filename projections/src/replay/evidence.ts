import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import {
  asReader,
  hasTables,
  type ReadModel,
  readCheckpoints,
  schemaOf,
} from '@groundswell/platform/read-store';
import { verifyLog } from '../audit/verify-log.js';
import { newestOfSeries } from '../checkpoints/signed-store.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
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
  /** Damaged evidence, enough of which agrees with the rebuild, and evidence of a log that was moved: it is kept aside. */
  readonly remains: readonly KeptEvidence[];
}

/** Why stored evidence must be kept. Undefined if the log was shown to lead to it. */
const reasonToKeep = (model: ReadModel, comparison: ModelComparison | undefined): string | undefined => {
  if (!comparison) return 'it was not compared';
  const { differences, notCompared, damage, tables } = comparison;
  if (notCompared) return `it was not compared, because ${notCompared}`;
  if (differences > 0) return 'what was rebuilt from the log differs from it';
  const isCovered = tables.some(({ table }) => model.covering?.includes(table));
  return damage && !isCovered
    ? 'too little of it is intact to tell whether the log is what was recorded'
    : undefined;
};

interface Weighing {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly signal: AbortSignal;
}

/** Whether the log, if it is the one that was read, no longer holds what was read at the same positions. */
const isStranded = async (database: Database, model: ReadModel): Promise<boolean> => {
  const [live] = await readCheckpoints(database, [schemaOf(model)]);
  return live?.stranded === true && !live.isSetAside;
};

/** Those of which the live one has a position in this log. */
export const withoutStranded = async (
  database: Database,
  builds: readonly Build[],
): Promise<readonly Build[]> => {
  const stranded = await Promise.all(builds.map(({ model }) => isStranded(database, model)));
  return builds.filter((_, index) => !stranded[index]);
};

/**
 * Evidence stays unless a rebuild agrees with it row by row, at one position, and with what was signed; for damaged evidence,
 * with enough of it; in a log that was moved to another store, event by event in their
 * order. Anything less would let the log be its own witness.
 * @param comparisons of the same read models
 * @param stored names of those whose tables exist
 */
export const weighEvidence = async (
  weighing: Weighing,
  builds: readonly Build[],
  comparisons: readonly ModelComparison[],
  stored: ReadonlySet<string>,
): Promise<Weighed> => {
  const keep: KeptEvidence[] = [];
  const remains: KeptEvidence[] = [];
  const equal = new Set<string>();
  for (const build of builds) {
    const { name: readModel, isEvidence } = build.model;
    if (!isEvidence || !stored.has(readModel)) continue;
    const comparison = comparisons.find((each) => each.readModel === readModel);
    const { outcome, reason } = (await isStranded(weighing.database, build.model))
      ? await weighByOrder(weighing)
      : await weighByRows(weighing.database, build, comparison);
    if (outcome === 'equal') equal.add(readModel);
    else (outcome === 'keep' ? keep : remains).push({ readModel, reason });
  }
  return { keep, equal, remains };
};

type Outcome =
  | { readonly outcome: 'equal'; readonly reason?: undefined }
  | { readonly outcome: 'keep' | 'remains'; readonly reason: string };

/** In a log whose positions are not those that were read: whether it leads to everything that the chain stores. */
const weighByOrder = async ({ database, eventStore, signal }: Weighing): Promise<Outcome> => {
  const { intact, chained } = await verifyLog({ database, eventStore, signal, onProgress: () => undefined });
  return intact && chained
    ? {
        outcome: 'remains',
        reason: 'the log was moved to another store, and holds the same events in the same order',
      }
    : { outcome: 'keep', reason: 'the log does not lead to all of it' };
};

const weighByRows = async (
  database: Database,
  { model, schema }: Build,
  comparison: ModelComparison | undefined,
): Promise<Outcome> => {
  const isWhole = comparison?.damage === undefined;
  const live = isWhole ? schemaOf(model) : undefined;
  const reason = reasonToKeep(model, comparison) ?? (await contradictionOf(database, schema, live));
  if (reason !== undefined) return { outcome: 'keep', reason };
  return isWhole
    ? { outcome: 'equal' }
    : { outcome: 'remains', reason: 'its tables were damaged, and the log leads to what was left of them' };
};

/** The tree's root over the first events of a chain; undefined if it has fewer. */
const rootIn = (database: Database, schema: string, count: number) =>
  database.transaction((sql) => rootAt(sql, count), { ...asReader, schemas: [schema] });

/**
 * How a rebuilt chain contradicts the newest signed checkpoint. Undefined if it leads through it.
 * @param live the chain that was found to equal it. That one has gone on since, and what was signed of more is judged by it
 */
const contradictionOf = async (
  database: Database,
  schema: string,
  live: string | undefined,
): Promise<string | undefined> => {
  const newest = await newestOfSeries(database);
  if (!newest) return undefined;
  const { count, root } = newest;
  const found = (await rootIn(database, schema, count)) ?? (live && (await rootIn(database, live, count)));
  return found === root
    ? undefined
    : `the rebuilt one does not lead to the signed checkpoint of ${count} events`;
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

/** Whether a rebuilt chain begins with the whole of the stored one. */
const beginsWithStored = async (database: Database, schema: string): Promise<boolean> => {
  const head = await database.transaction((sql) => logChain.queries.head(sql), {
    ...asReader,
    schemas: [schemaOf(logChain)],
  });
  return head !== undefined && (await rootIn(database, schema, head.count)) === head.root.toString('hex');
};

/**
 * Compares evidence once more while the serving tables are held, at the position of those that replace them.
 * @throws EvidenceDiffers
 */
export const refuseOtherEvidence = async (database: Database, builds: readonly Build[]): Promise<void> => {
  for (const { model, schema } of builds) {
    const compared = { schema, position: undefined, mostShown: 0 };
    const isSame = (await isStranded(database, model))
      ? await beginsWithStored(database, schema)
      : (await compareOne(database, model, database, compared)).differences === 0;
    if (!isSame)
      throw new EvidenceDiffers(`${model.name} changed while it was compared: nothing was replaced.`);
  }
};
