import { askedOnce, type CheckResult, type HealthChecks } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore, Position } from '@groundswell/platform/event-store';
import {
  type Checkpoint,
  type DamageWatch,
  type ReadModel,
  readCheckpoints,
  schemaOf,
} from '@groundswell/platform/read-store';
import { roomsMade } from '../operations/damage.js';
import { isStandby, obstacleNoted, obstacleTo } from '../operations/status.js';
import { type Lag, lagOf } from './lag.js';
import type { Status } from './status.js';

export interface CheckParts {
  readonly database: Database;
  readonly eventStore: EventStore;
  /** Clock for the age of waiting events. */
  readonly now: () => Date;
  readonly damage: Pick<DamageWatch, 'of'>;
}

const detailOf = (checkpoint: Checkpoint | undefined, lag: Lag | undefined) => ({
  version: checkpoint?.version ?? null,
  position: checkpoint?.position?.commit.toString() ?? null,
  lagEvents: lag?.events ?? null,
  lagSeconds: lag?.seconds ?? null,
});

/** A read model that this process keeps, or stands by to keep. */
export interface Kept {
  readonly model: ReadModel;
  readonly status: Pick<Status, 'state' | 'fault'>;
}

/** Where the log ends, and how far each read model has read it. */
interface Places {
  readonly head: Position | 'away' | undefined;
  readonly checkpoints: readonly Checkpoint[];
}

/** A check for each read model: its state, lag and fault. All of them ask together where the log ends. */
export const checksOf = (parts: CheckParts, kept: readonly Kept[]): HealthChecks => {
  const { database, eventStore } = parts;
  const schemas = kept.map(({ model }) => schemaOf(model));
  const places = askedOnce(async () => {
    const [head, checkpoints] = await Promise.all([
      eventStore.head().catch(() => 'away' as const),
      readCheckpoints(database, schemas),
    ]);
    return { head, checkpoints };
  });
  return Object.fromEntries(kept.map((each) => [each.model.name, checkOf(parts, each, places)]));
};

const checkOf = (
  { database, eventStore, now, damage }: CheckParts,
  { model, status }: Kept,
  places: () => Promise<Places>,
): (() => Promise<CheckResult>) => {
  const progress = askedOnce(async () => {
    const { head, checkpoints } = await places();
    const checkpoint = checkpoints.find(({ schema }) => schema === schemaOf(model));
    if (head === 'away') return { checkpoint, lag: undefined };
    const lag = await lagOf(eventStore, model, checkpoint?.position, now(), head).catch(() => undefined);
    return { checkpoint, lag };
  });
  return async () => {
    const { checkpoint, lag } = await progress();
    const { state, fault } = status;
    const isOwner = !isStandby(state);
    // A standby reports what the owners say, and how late it is.
    const noted = isOwner ? null : await obstacleNoted(database, model, checkpoint?.version);
    const words = {
      state: isOwner ? state : 'live',
      fault: fault ?? null,
      lag_seconds: lag?.seconds ?? null,
    };
    const damaged = damage.of(schemaOf(model))?.words;
    const why = damaged ?? noted ?? obstacleTo(words, checkpoint?.version, model.version);
    return {
      ready: why === null,
      why: why ?? undefined,
      detail: {
        state,
        owner: isOwner,
        ...detailOf(checkpoint, lag),
        fault: damaged ?? fault ?? null,
      },
    };
  };
};

/** Checks the tables that all read models share. */
export const checkShared = (damage: Pick<DamageWatch, 'of'>): CheckResult => {
  const found = roomsMade.flatMap(({ schema }) => {
    const words = damage.of(schema)?.words;
    return words === undefined ? [] : [`${schema}: ${words}`];
  });
  return found.length === 0 ? { ready: true } : { ready: false, why: found.join(' ') };
};
