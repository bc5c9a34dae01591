import type { Log } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { type EventStore, formatPosition } from '@groundswell/platform/event-store';
import { QueueUnavailable, readQueues } from '@groundswell/platform/queue';
import {
  type ReadModelStanding,
  type RebuildStanding,
  readAlarms,
  readModels,
  readRebuilds,
  readStanding,
} from '@groundswell/projections';
import type { AskStanding, Standing } from './operations.controller.js';

export interface StandingSources {
  readonly databaseUrl: string;
  /** Undefined where the queues are nobody's business. */
  readonly redisUrl: string | undefined;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly log: Log;
}

/** Rows of rebuilds that are read: a run has one for each read model. */
const mostRebuilds = 100;
/** Runs that are shown. */
const mostReplays = 10;

/** Opens what tells how the house is doing: one connection, used while somebody looks. */
export const openStanding = (sources: StandingSources): { ask: AskStanding; close(): Promise<void> } => {
  const { databaseUrl, redisUrl, eventStore, log } = sources;
  const database = openDatabase({
    url: databaseUrl,
    name: 'query-service standing',
    connections: 1,
    patience: 15_000,
  });

  const queues = async (): Promise<Standing['queues']> => {
    if (redisUrl === undefined) return null;
    try {
      return (await readQueues({ redisUrl, log })).map(({ name, counts }) => ({
        name,
        waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
        active: counts.active ?? 0,
        delayed: counts.delayed ?? 0,
        failed: counts.failed ?? 0,
        completed: counts.completed ?? 0,
      }));
    } catch (error) {
      if (error instanceof QueueUnavailable) return null;
      throw error;
    }
  };

  const ask: AskStanding = async () => {
    const [head, found] = await Promise.all([eventStore.head(), queues()]);
    return {
      head: head ? formatPosition(head) : null,
      read_models: (await readStanding(database, readModels)).map(toReadModel),
      alarms: await readAlarms(database, readModels),
      queues: found,
      replays: toReplays(await readRebuilds(database, mostRebuilds)),
    };
  };
  return { ask, close: () => database.close() };
};

const toReadModel = (standing: ReadModelStanding): Standing['read_models'][number] => ({
  name: standing.readModel,
  state: standing.state,
  problem: standing.problem,
  owner: standing.owner,
  position: standing.position,
  behind_events: standing.lagEvents,
  behind_seconds: standing.lagSeconds,
  per_second: Math.max(0, standing.perSecond),
  rows: standing.rows,
});

/** Read models that are rebuilt together move together: one entry for each run, as far as its slowest. */
export const toReplays = (rebuilds: readonly RebuildStanding[]): Standing['replays'] => {
  const runs = new Map<string, RebuildStanding[]>();
  for (const rebuild of rebuilds) runs.set(rebuild.id, [...(runs.get(rebuild.id) ?? []), rebuild]);
  return [...runs.values()].slice(0, mostReplays).map((run) => {
    const [slowest] = run.toSorted((a, b) => progressOf(a) - progressOf(b)) as [RebuildStanding];
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

/** By positions of the log, of which there is one for each event. */
const progressOf = ({ from, position, until }: RebuildStanding): number => {
  const [start, now, end] = [Number(from), Number(position), Number(until)];
  if (end <= start) return 1;
  return Math.min(1, Math.max(0, (now - start) / (end - start)));
};

const secondsLeft = ({ state, position, until, perSecond }: RebuildStanding): number | null =>
  state === 'building' && perSecond > 0 ? Math.max(0, Number(until) - Number(position)) / perSecond : null;
