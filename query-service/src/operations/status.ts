import { type Log, timeLimits } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import {
  type EventStore,
  EventStoreTimeout,
  EventStoreUnavailable,
  formatPosition,
} from '@groundswell/platform/event-store';
import { type FailedJob, QueueUnavailable, readFailedJobs, readQueues } from '@groundswell/platform/queue';
import {
  missingPricesText,
  type ReadModelStatus,
  type RebuildStatus,
  readAlarms,
  readBesideTheLog,
  readMissingPrices,
  readModels,
  readRebuilds,
  readStatus,
} from '@groundswell/projections';
import type { AskStatus, InstanceStatus } from './operations.controller.js';

export interface StatusSources {
  readonly databaseUrl: string;
  /** Undefined if the queues are not to be queried. */
  readonly redisUrl: string | undefined;
  readonly eventStore: Pick<EventStore, 'head' | 'goesOn'>;
  readonly log: Log;
}

/** Rebuild rows to read. A run has one per read model. */
const mostRebuilds = 100;
/** Runs to show. */
const mostReplays = 10;
const mostFailedJobs = 50;

/** Opens the source of the system's status: one connection, used while someone looks. */
export const openStatus = (sources: StatusSources): { ask: AskStatus; close(): Promise<void> } => {
  const { databaseUrl, redisUrl, eventStore, log } = sources;
  const database = openDatabase({
    url: databaseUrl,
    name: 'query-service status',
    connections: 1,
    patience: timeLimits.statement,
  });

  const queues = async (): Promise<Pick<InstanceStatus, 'queues' | 'failed_jobs'>> => {
    if (redisUrl === undefined) return { queues: null, failed_jobs: [] };
    const place = { redisUrl, log };
    const found = await readQueues(place);
    const anyFailed = found.some(({ counts }) => (counts.failed ?? 0) > 0);
    return {
      queues: found.map(({ name, counts }) => ({
        name,
        waiting: counts.waiting ?? 0,
        active: counts.active ?? 0,
        delayed: counts.delayed ?? 0,
        failed: counts.failed ?? 0,
        completed: counts.completed ?? 0,
      })),
      failed_jobs: anyFailed ? toFailedJobs(await readFailedJobs(place)) : [],
    };
  };

  const ask: AskStatus = async () => {
    const statuses = await readStatus(database, readModels);
    const [head, beside, jobs] = await Promise.all([
      unlessAway(eventStore.head()),
      unlessAway(readBesideTheLog(database, eventStore, readModels, statuses)),
      unlessAway(queues()),
    ]);
    const models = beside === 'away' ? statuses : beside.statuses;
    return {
      head: head && head !== 'away' ? formatPosition(head) : null,
      out_of_reach: [
        ...(head === 'away' ? (['event store'] as const) : []),
        ...(jobs === 'away' ? (['Redis'] as const) : []),
      ],
      read_models: models.map(toReadModel),
      alarms: [
        ...missingPricesText(await readMissingPrices(database, statuses)),
        ...(await readAlarms(database, readModels)),
        ...(beside === 'away' ? [] : beside.problems),
      ],
      ...(jobs === 'away' ? { queues: null, failed_jobs: [] } : jobs),
      replays: toReplays(await readRebuilds(database, mostRebuilds)),
    };
  };
  return { ask, close: () => database.close() };
};

/** A part's answer, or that it is down: the others are reported all the same. */
const unlessAway = async <T>(answer: Promise<T>): Promise<T | 'away'> => {
  try {
    return await answer;
  } catch (fault) {
    const isAway = [EventStoreUnavailable, EventStoreTimeout, QueueUnavailable].some(
      (kind) => fault instanceof kind,
    );
    if (isAway) return 'away';
    throw fault;
  }
};

const toFailedJobs = (jobs: readonly FailedJob[]): InstanceStatus['failed_jobs'] =>
  jobs
    .filter(({ dismissed }) => dismissed === undefined)
    .slice(0, mostFailedJobs)
    .map(({ queue, id, name, attempts, reason, failedAt, correlationId }) => ({
      queue,
      id,
      name,
      attempts,
      reason,
      failed_at: failedAt.toISOString(),
      correlation_id: correlationId ?? null,
    }));

const toReadModel = (status: ReadModelStatus): InstanceStatus['read_models'][number] => ({
  name: status.readModel,
  state: status.state,
  problem: status.problem,
  owner: status.owner,
  position: status.position,
  behind_events: status.lagEvents,
  behind_seconds: status.lagSeconds,
  per_second: Math.max(0, status.perSecond),
  rows: status.rows,
});

/**
 * Read models that are rebuilt together share a run: one entry per run, with the progress of its slowest read model.
 */
export const toReplays = (rebuilds: readonly RebuildStatus[]): InstanceStatus['replays'] => {
  const runs = new Map<string, RebuildStatus[]>();
  for (const rebuild of rebuilds) runs.set(rebuild.id, [...(runs.get(rebuild.id) ?? []), rebuild]);
  return [...runs.values()].slice(0, mostReplays).map((run) => {
    const [slowest] = run.toSorted((a, b) => progressOf(a) - progressOf(b)) as [RebuildStatus];
    return {
      id: slowest.id,
      kind: slowest.kind,
      state: slowest.state,
      read_models: run.map(({ readModel }) => readModel),
      progress: progressOf(slowest),
      per_second: Math.max(0, slowest.perSecond),
      seconds_left: secondsLeft(slowest),
      message: slowest.message,
      started_at: slowest.startedAt.toISOString(),
      ended_at: slowest.endedAt?.toISOString() ?? null,
    };
  });
};

/** Completed fraction of a run by log positions, which are sparse: their difference is not a number of events. */
const progressOf = ({ from, position, until }: RebuildStatus): number => {
  const [start, now, end] = [Number(from), Number(position), Number(until)];
  if (end <= start) return 1;
  return Math.min(1, Math.max(0, (now - start) / (end - start)));
};

/** Estimated from the speed so far. */
const secondsLeft = (run: RebuildStatus): number | null => {
  const progress = progressOf(run);
  const seconds = (run.movedAt.getTime() - run.startedAt.getTime()) / 1_000;
  if (run.state !== 'building' || progress === 0) return null;
  return Math.max(0, (seconds * (1 - progress)) / progress);
};
