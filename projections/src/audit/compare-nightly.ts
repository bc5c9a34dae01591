import { isPassing, type Log, messageOf } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { type ReadModel, whileOwning } from '@groundswell/platform/read-store';
import { conclusionOf, differencesIn, isClean } from '../replay/conclusion.js';
import { ShadowTaken } from '../replay/shadow.js';
import { type Verified, verify } from '../replay/verify.js';
import { type ComparisonVerdict, comparedLast, keepComparison } from './comparisons.js';

export interface ComparingNightly {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly models: readonly ReadModel[];
  /** Opens separate connections for one night's work: it takes long, and uses several at once. */
  readonly openNight: () => Database;
  readonly log: Log;
  readonly now: () => Date;
}

/** Lock name for the process that compares. */
const comparing = 'nightly comparison';

const verdictOf = ({ comparisons }: Verified): ComparisonVerdict => {
  if (differencesIn(comparisons) > 0) return 'different';
  return isClean(comparisons) ? 'equal' : 'incomplete';
};

/** Whether to retry soon: a service is unavailable, or another process is working on the same read model. */
const isWorthRetrying = (fault: unknown): boolean => fault instanceof ShadowTaken || isPassing(fault);

/**
 * Compares every read model that has not been compared since `due` with the log, one at a time, and records the
 * results. Differing rows become findings. Only one process at a time does this.
 */
export const compareWhenDue = async (
  options: ComparingNightly,
  due: Date,
  signal: AbortSignal,
): Promise<void> => {
  const { database, eventStore, models } = options;
  const log = await eventStore.identity();
  if (log === undefined) return;
  const isDue = async ({ name }: ReadModel): Promise<boolean> => {
    const last = await comparedLast(database, { log, readModel: name, now: options.now() });
    return last !== undefined && last < due;
  };
  const waiting: ReadModel[] = [];
  for (const model of models) if (await isDue(model)) waiting.push(model);
  if (waiting.length === 0) return;
  await whileOwning(database, comparing, async () => {
    const night = options.openNight();
    try {
      for (const model of waiting) {
        // Another process may have compared it before this one got the lock.
        if (!signal.aborted && (await isDue(model))) await compareOne(options, { model, log, night }, signal);
      }
    } finally {
      await night.close();
    }
  });
};

interface Turn {
  readonly model: ReadModel;
  readonly log: string;
  readonly night: Database;
}

const compareOne = async (
  { database, eventStore, log: logger, now }: ComparingNightly,
  { model, log, night }: Turn,
  signal: AbortSignal,
): Promise<void> => {
  const keep = (verdict: ComparisonVerdict, words: string) =>
    keepComparison(database, { readModel: model.name, verdict, words, log, endedAt: now() });
  try {
    const found = await verify({ database: night, eventStore, signal }, [model]);
    await keep(verdictOf(found), conclusionOf(found.comparisons, found.differences));
  } catch (fault) {
    if (signal.aborted || isWorthRetrying(fault)) throw fault;
    logger.error({ readModel: model.name, err: fault }, 'a read model could not be compared with the log');
    await keep('failed', messageOf(fault));
  }
};
