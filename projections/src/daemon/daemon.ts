import { gathering, type HealthChecks, type Log, openWaker } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import {
  EvidenceNotReplaced,
  installReadModel,
  prepareReadStore,
  type ReadModel,
  schemaOf,
  watchDamage,
} from '@groundswell/platform/read-store';
import { madeOf, roomsMade } from '../operations/damage.js';
import { processName } from '../operations/keepers.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import { checkShared, checksOf } from './checks.js';
import { keepReadModel } from './keep-read-model.js';
import { LiveWriter } from './live-writer.js';
import { keepReporting } from './report.js';
import { Status } from './status.js';

export interface DaemonOptions {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly models: readonly ReadModel[];
  /** Clock for the age of waiting events. */
  readonly now: () => Date;
  /** Identifies this process among those that keep read models. */
  readonly process?: string;
}

export interface Daemon {
  /** One check per read model, with its state, lag and fault. */
  readonly checks: HealthChecks;
  /** Finishes the current batches, then releases all read models. */
  stop(): Promise<void>;
}

/** Evidence that may not be replaced stops alone: everything else continues. */
const unlessEvidence = (fault: unknown): void => {
  if (!(fault instanceof EvidenceNotReplaced)) throw fault;
};

/**
 * Milliseconds between two transactions with live read models: events that come meanwhile share the next one, so that load
 * costs fewer statements. The first event after a pause waits for none.
 */
const liveEvery = 20;

/**
 * Milliseconds between two transactions with evidence, which alone wait for the disk: the others have a connection of their
 * own, so that they wait neither for it nor for these.
 */
const evidenceEvery = 100;

/** Milliseconds between a change and its report, so that several changes share one. */
const beforeReport = 50;

/**
 * Starts to keep all read models, each independently.
 * @throws FatalFault when the database is newer than this program
 */
export const startDaemon = async ({
  database,
  eventStore,
  log,
  models,
  now,
  process = processName(),
}: DaemonOptions): Promise<Daemon> => {
  await prepareReadStore(database);
  await prepareOperations(database);
  for (const model of models) await installReadModel(database, model).catch(unlessEvidence);
  const stopping = new AbortController();
  const waker = openWaker(gathering(beforeReport, stopping.signal));
  const damage = watchDamage({
    database,
    made: [...models.map(madeOf), ...roomsMade],
    log,
    signal: stopping.signal,
  });
  const live = new LiveWriter(database, liveEvery);
  const evidence = new LiveWriter(database, evidenceEvery);
  const kept = models.map((model) => {
    const status = new Status(waker.wake);
    return {
      model,
      status,
      done: keepReadModel({
        database,
        eventStore,
        log,
        model,
        status,
        signal: stopping.signal,
        live: model.isEvidence ? evidence : live,
        isDamaged: () => damage.of(schemaOf(model)) !== undefined,
      }),
    };
  });
  const reported = keepReporting({
    database,
    eventStore,
    log,
    kept,
    now,
    waker,
    process,
    signal: stopping.signal,
  });
  const parts = { database, eventStore, now, damage };
  return {
    checks: {
      ...checksOf(parts, kept),
      sharedTables: () => checkShared(damage),
    },
    async stop() {
      stopping.abort();
      await Promise.all([reported, damage.ended, ...kept.map(({ done }) => done)]);
      await Promise.all([live.close(), evidence.close()]);
    },
  };
};
