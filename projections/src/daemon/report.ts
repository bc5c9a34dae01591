import type { Log, Waker } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { type ReadModel, readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import { forgetKeeper, noteKeepers } from '../operations/keepers.js';
import { type Lag, lagOf } from './lag.js';
import type { Status } from './status.js';

interface Kept {
  readonly model: ReadModel;
  readonly status: Status;
}

interface Reporting {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly kept: readonly Kept[];
  readonly now: () => Date;
  /** Makes the next report come early when a keeper has news. */
  readonly waker: Waker;
  readonly process: string;
  readonly signal: AbortSignal;
}

/** Milliseconds between two reports. */
const reportEvery = 4_000;

/** Reports between two measurements of a read model that is far behind. */
const rarely = 3;

/** Reports every few seconds, for operators, the state of each read model. Its own failure stops nothing. */
export const keepReporting = async (reporting: Reporting): Promise<void> => {
  const { database, log, kept, process, signal, waker } = reporting;
  const since = reporting.now();
  const before = new Map<string, { applied: number; at: number }>();
  let lags: readonly (Lag | undefined)[] = [];
  await forgetKeeper(database, process).catch(() => undefined);
  let turn = 0;
  await waker.loop(signal, reportEvery, async () => {
    try {
      lags = await lagsOf(reporting, turn % rarely === 0 ? [] : lags);
      const at = reporting.now().getTime();
      await noteKeepers(
        database,
        kept.map(({ model, status }, index) => {
          const last = before.get(model.name);
          before.set(model.name, { applied: status.applied, at });
          const perSecond = last ? ((status.applied - last.applied) * 1_000) / Math.max(at - last.at, 1) : 0;
          const { state, fault, applied } = status;
          return {
            readModel: model.name,
            process,
            state,
            fault,
            lag: lags[index],
            applied,
            perSecond,
            since,
          };
        }),
      );
    } catch (error) {
      log.debug({ err: error }, 'could not report how the read models are doing');
    }
    turn += 1;
  });
  await forgetKeeper(database, process).catch(() => undefined);
};

/**
 * Measures the lag of each read model. One that is far behind keeps its last measurement, because counting reads the
 * log, too.
 */
const lagsOf = async (
  { database, eventStore, kept, now }: Reporting,
  before: readonly (Lag | undefined)[],
): Promise<(Lag | undefined)[]> => {
  const head = await eventStore.head().catch(() => 'away' as const);
  if (head === 'away') return [];
  const checkpoints = await readCheckpoints(
    database,
    kept.map(({ model }) => schemaOf(model)),
  );
  return Promise.all(
    kept.map(({ model, status }, index) => {
      const isFar = status.state === 'catching up' || status.state === 'building';
      if (isFar && before[index]) return before[index];
      const checkpoint = checkpoints.find(({ schema }) => schema === schemaOf(model));
      return lagOf(eventStore, model, checkpoint?.position, now(), head).catch(() => undefined);
    }),
  );
};
