import type { HealthChecks, Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import {
  installReadModel,
  prepareReadStore,
  type ReadModel,
  readCheckpoints,
  schemaOf,
} from '@groundswell/platform/read-store';
import { prepareOperations } from '../operations/prepare-operations.js';
import { keepReadModel } from './keep-read-model.js';
import { lagOf } from './lag.js';
import { keepReporting } from './report.js';
import { Status } from './status.js';

export interface DaemonOptions {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly models: readonly ReadModel[];
  /** What the age of waiting events is measured by. */
  readonly now: () => Date;
}

export interface Daemon {
  /** One check for each read model, with its state, its lag and what stopped it. */
  readonly checks: HealthChecks;
  /** Finishes the batches in hand, then lets go of all read models. */
  stop(): Promise<void>;
}

/** Seconds behind the log beyond which a read model no longer counts as ready. */
const mostSecondsBehind = 60;

/**
 * Starts to keep all read models, each by itself.
 * @throws FatalFault when the database is newer than this program
 */
export const startDaemon = async ({
  database,
  eventStore,
  log,
  models,
  now,
}: DaemonOptions): Promise<Daemon> => {
  await prepareReadStore(database);
  await prepareOperations(database);
  for (const model of models) await installReadModel(database, model);
  const stopping = new AbortController();
  const kept = models.map((model) => {
    const status = new Status();
    return {
      model,
      status,
      done: keepReadModel({ database, eventStore, log, model, status, signal: stopping.signal }),
    };
  });
  const reported = keepReporting({ database, eventStore, log, kept, now, signal: stopping.signal });
  const check = (model: ReadModel, status: Status) => async () => {
    const [checkpoint] = await readCheckpoints(database, [schemaOf(model)]);
    const lag = await lagOf(eventStore, model, checkpoint?.position, now()).catch(() => undefined);
    const up = status.state === 'live' || status.state === 'waiting';
    return {
      ready: up && lag !== undefined && lag.seconds <= mostSecondsBehind,
      detail: {
        state: status.state,
        owner: status.state !== 'waiting' && status.state !== 'superseded',
        version: checkpoint?.version ?? null,
        position: checkpoint?.position?.commit.toString() ?? null,
        lagEvents: lag?.events ?? null,
        lagSeconds: lag?.seconds ?? null,
        fault: status.fault ?? null,
      },
    };
  };
  return {
    checks: Object.fromEntries(kept.map(({ model, status }) => [model.name, check(model, status)])),
    async stop() {
      stopping.abort();
      await Promise.all([reported, ...kept.map(({ done }) => done)]);
    },
  };
};
