import type { Broker } from '@groundswell/broker';
import { eachAtOnce } from '../shared/at-once.js';
import { catchUp, prepareState } from '../shared/process-state/follow-state.js';
import { forgetAll, prepareAsked } from './asked.js';
import { completeSession, type Progress, progressOf } from './complete-session.js';
import { type Batch, pendingBatches } from './plan.js';
import { priceState } from './price-state.js';
import { readySession } from './ready-session.js';
import { type RefreshDependencies, refreshSymbols } from './refresh.js';

export interface RunOptions extends RefreshDependencies {
  readonly broker: Pick<Broker, 'calendar'>;
  /** Called after each batch. */
  readonly onProgress: (progress: Progress) => void;
  /** Concurrent batches. */
  readonly concurrency?: number;
}

/**
 * Brings all prices up to the last session immediately, without Redis. It may run alongside the workers, and may be
 * stopped and rerun at any point. Nothing is recorded twice.
 */
export const runNow = async (options: RunOptions): Promise<Progress> => {
  const { database, eventStore, broker, log, now, onProgress, concurrency = 4 } = options;
  await prepareState(database, priceState);
  await prepareAsked(database);
  const onRestored = (): Promise<void> => forgetAll(database);
  await catchUp({ database, eventStore, log, model: priceState, onRestored });
  const session = await readySession(broker)(now());
  const batches = await pendingBatches(database, session, { which: 'all', rest: 0 });
  await eachAtOnce(batches, concurrency, async (batch) => {
    await refreshBatch(options, batch);
    onProgress(await progressOf(options, session));
  });
  await catchUp({ database, eventStore, log, model: priceState, onRestored });
  if (!(await completeSession(options, session)))
    log.warn({ session }, 'some symbols are still to be asked for');
  return progressOf(options, session);
};

/** The client has already retried each call. A batch that still fails is left for the next run. */
const refreshBatch = async (options: RunOptions, { symbols, session }: Batch): Promise<void> => {
  try {
    await refreshSymbols(options, symbols, session);
  } catch (fault) {
    options.log.error({ err: fault, symbols: symbols.length, session }, 'a batch of prices failed');
  }
};
