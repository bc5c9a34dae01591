import { type BackOff, backOff, type Log, messageOf, realPause } from '@groundswell/platform';
import { type Database, isConnectionLoss } from '@groundswell/platform/database';
import { type EventStore, LogCutShort } from '@groundswell/platform/event-store';
import {
  CheckpointMoved,
  installReadModel,
  isOfVersion,
  ownership,
  type ReadModel,
  readCheckpoints,
  releaseWhereFound,
  Superseded,
  schemaOf,
  shadowSchemaOf,
  stillOwned,
  strandWhereLost,
  swapIn,
  untilLost,
} from '@groundswell/platform/read-store';
import { noteFinding, restoredText } from '../evidence/findings.js';
import { forgetWrongRows } from '../operations/wrong-rows.js';
import { buildTogether } from '../replay/build-together.js';
import { dropDamaged } from '../replay/shadow.js';
import { dropBesideStranded, strandBuilds } from '../replay/stranded.js';
import type { LiveWriter } from './live-writer.js';
import { openPlace, type Place, StartOver } from './place.js';
import type { Status } from './status.js';

export interface Keeping {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
  readonly model: ReadModel;
  readonly status: Status;
  readonly signal: AbortSignal;
  /** Writes for all read models that have caught up. */
  readonly live: LiveWriter;
  /** Whether its tables were altered. Nothing can be written to them until they are rebuilt. */
  readonly isDamaged: () => boolean;
}

/** Milliseconds for a statement that loads, computes or indexes a whole table. */
const longestOfBuilding = 60 * 60_000;
/** Pauses before a stopped read model is retried, in milliseconds; shorter ones while the database or the log is away. */
const retryPauses = { first: 500, most: 15_000 };
const lossPauses = { first: 200, most: 2_000 };
/** Pause before a swap blocked by readers or a comparison is retried, in milliseconds. */
const swapPause = 100;

/**
 * Keeps one read model as long as the process runs: owns it, brings it up to date, follows the log. A fault
 * stops only this read model, and is retried after a pause, so that it recovers once its cause is gone.
 */
export const keepReadModel = async (keeping: Keeping): Promise<void> => {
  const pauses = { fault: backOff(retryPauses), loss: backOff(lossPauses) };
  const onApplied = (): void => {
    pauses.fault.reset();
    pauses.loss.reset();
  };
  while (!keeping.signal.aborted) {
    try {
      await rebuildWhereDue(keeping);
      await keepWhileOwned(keeping, onApplied);
    } catch (error) {
      await standBack(keeping, error, isConnectionLoss(error) ? pauses.loss : pauses.fault);
    }
  }
};

/** Waits until it is worth to try again. */
const standBack = async (keeping: Keeping, error: unknown, pause: Pick<BackOff, 'wait'>): Promise<void> => {
  const { model, status, log, signal } = keeping;
  const named = { readModel: model.name };
  if (error instanceof CheckpointMoved)
    return log.warn(
      named,
      'the database went down and lost the last changes of a read model; they are read again',
    );
  if (error instanceof Superseded) {
    status.become('superseded', error.message);
    log.warn(named, error.message);
    return untilOursAgain(keeping);
  }
  if (error instanceof StartOver) {
    log.debug({ ...named, err: error }, 'a read model starts over');
    return pause.wait(signal);
  }
  const message = messageOf(error);
  status.become(isConnectionLoss(error) ? 'disconnected' : 'stopped', message);
  log.error({ ...named, err: error }, 'a read model stopped; retrying');
  await pause.wait(signal);
  await untilWhole(keeping);
};

/** Milliseconds between two checks whether tables can be kept again. */
const lookEvery = 500;

/**
 * Waits while the tables are damaged: once a rebuild has fixed them, the next attempt should not be delayed.
 */
const untilWhole = async ({ signal, isDamaged }: Keeping): Promise<void> => {
  while (!signal.aborted && isDamaged()) await realPause(lookEvery, signal);
};

/** Waits until tables of this version serve again: an operator's rebuild may restore them. */
const untilOursAgain = async ({ database, model, signal }: Keeping): Promise<void> => {
  while (!signal.aborted) {
    const [checkpoint] = await readCheckpoints(database, [schemaOf(model)]).catch(() => []);
    if (checkpoint && isOfVersion(checkpoint, model)) return;
    await realPause(4 * lookEvery, signal);
  }
};

/**
 * The tables hold events that the log has lost. What replaced those was never read, and evidence of them is
 * only replaced after a decision.
 */
class Stranded extends Error {
  override readonly name = 'Stranded';
  constructor(model: ReadModel, position: bigint) {
    super(
      `it read the log up to position ${position}, but the log no longer holds what was read: an older log was restored, ` +
        'or it was moved to another store. It is kept as evidence: audit verify shows where both differ. ' +
        `replay ${model.name} continues it in a log that was moved; in any other, ` +
        `replay ${model.name} --set-aside --reason="…" sets it aside.`,
    );
  }
}

/** Whether the serving tables have to be replaced in a way that this process may do automatically. */
const isRebuildDue = async (database: Database, model: ReadModel): Promise<boolean> => {
  if ((await installReadModel(database, model)) === 'older') return true;
  const [checkpoint] = await readCheckpoints(database, [schemaOf(model)]);
  return checkpoint?.stranded === true && !model.isEvidence;
};

/**
 * Rebuilds a new version next to the serving one, then swaps it in; likewise the same version after an older
 * log was restored.
 */
const rebuildWhereDue = async ({
  database,
  eventStore,
  log,
  model,
  status,
  signal: stopping,
}: Keeping): Promise<void> => {
  if (!(await isRebuildDue(database, model))) return;
  const schema = shadowSchemaOf(model);
  const builds = [{ model, schema }];
  const session = await ownership(database, schema, stopping);
  if (!session) return;
  const signal = untilLost(session, stopping);
  try {
    await dropBesideStranded(database, eventStore, builds);
    await dropDamaged(database, builds);
    // Another instance may have finished it while this one waited.
    while (!stopping.aborted && (await isRebuildDue(database, model))) {
      status.become('building');
      await buildTogether({
        database: database.withPatience(longestOfBuilding),
        eventStore,
        builds,
        inBulk: true,
        signal,
        onProgress({ position }) {
          status.position = position;
        },
        onSetback: (err) =>
          log.warn({ readModel: model.name, err }, 'a read model is built event by event, to find a fault'),
      });
      if (stopping.aborted) return;
      signal.throwIfAborted();
      if (await swapIn(database, [model], { whileStill: () => stillOwned(session) })) {
        await forgetWrongRows(database, [model.name]);
        return;
      }
      await realPause(swapPause, signal);
      await strandBuilds(database, eventStore, builds);
    }
  } finally {
    await session.close().catch(() => undefined);
  }
};

const keepWhileOwned = async (keeping: Keeping, onApplied: () => void): Promise<void> => {
  const { status } = keeping;
  if (status.state !== 'stopped') status.become('waiting');
  const place = await openPlace(keeping);
  if (!place) return;
  try {
    await followLog(keeping, place, onApplied);
  } finally {
    await place.close();
  }
};

const followLog = async (
  { database, eventStore, model, status, log, signal }: Keeping,
  place: Place,
  onApplied: () => void,
): Promise<void> => {
  const schema = schemaOf(model);
  const [checkpoint] = await readCheckpoints(place.own, [schema]);
  if (checkpoint?.stranded) {
    if (!model.isEvidence) return;
    if (!(await releaseWhereFound(place.own, checkpoint, eventStore)))
      throw new Stranded(model, checkpoint.position?.commit ?? 0n);
  }
  const stopped = status.state === 'stopped';
  status.position = checkpoint?.position;
  if (!stopped) status.become('catching up');
  log.info(
    { readModel: model.name, after: String(checkpoint?.position?.commit ?? 0) },
    'keeping a read model',
  );
  const subscription = eventStore.subscribe({
    name: model.name,
    after: checkpoint?.position,
    mark: checkpoint?.mark ?? { log: undefined, seen: undefined },
    categories: model.categories,
    signal: AbortSignal.any([signal, place.lost]),
    async onBatch(batch) {
      await place.apply(batch, status.position);
      status.position = batch.position;
      status.applied += batch.events.length;
      if (status.state === 'stopped') status.become('catching up');
      onApplied();
    },
    async onCaughtUp() {
      await place.share();
      status.become('live');
    },
    onDisconnected: (cause) => status.become('disconnected', cause.message),
  });
  await subscription.catch(async (fault: unknown) => {
    // Tables left by a rebuild have read the lost events, too.
    if (fault instanceof LogCutShort) {
      await strandWhereLost(database, [schema, shadowSchemaOf(model)], eventStore);
      await noteFinding(database, {
        kind: 'restored',
        words: restoredText,
        log: checkpoint?.mark.log ?? null,
      });
    }
    throw fault;
  });
  if (!signal.aborted) throw place.lost.reason;
};
