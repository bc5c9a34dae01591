import { setTimeout } from 'node:timers/promises';
import type { Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { type ReadModel, readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import { forgetKeeper, noteKeepers, processName } from '../operations/keepers.js';
import { lagOf } from './lag.js';
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
  readonly signal: AbortSignal;
}

/** Milliseconds between two reports. */
const reportEvery = 2_000;

/** Says for operators, every few seconds, how each read model is doing. Its own failure stops nothing. */
export const keepReporting = async (reporting: Reporting): Promise<void> => {
  const { database, log, kept, signal } = reporting;
  const since = new Date();
  const process = processName();
  const before = new Map<string, { applied: number; at: number }>();
  await forgetKeeper(database, process).catch(() => undefined);
  while (!signal.aborted) {
    try {
      const lags = await lagsOf(reporting);
      const now = performance.now();
      await noteKeepers(
        database,
        kept.map(({ model, status }, index) => {
          const last = before.get(model.name);
          before.set(model.name, { applied: status.applied, at: now });
          const perSecond = last ? ((status.applied - last.applied) * 1_000) / (now - last.at) : 0;
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
    await setTimeout(reportEvery, undefined, { signal }).catch(() => undefined);
  }
  await forgetKeeper(database, process).catch(() => undefined);
};

const lagsOf = async ({ database, eventStore, kept }: Reporting) => {
  const head = await eventStore.head().catch(() => 'away' as const);
  if (head === 'away') return [];
  const checkpoints = await readCheckpoints(
    database,
    kept.map(({ model }) => schemaOf(model)),
  );
  return Promise.all(
    kept.map(({ model }) => {
      const standing = checkpoints.find(({ schema }) => schema === schemaOf(model));
      return lagOf(eventStore, model, standing?.position, new Date(), head).catch(() => undefined);
    }),
  );
};
