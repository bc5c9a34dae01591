import type { Database } from '@groundswell/platform/database';
import { formatPosition } from '@groundswell/platform/event-store';
import { count, counted, exitCodes, type Handler, table } from '@groundswell/platform/operator';
import { type QueueStanding, readQueues } from '@groundswell/platform/queue';
import { schemaOf } from '@groundswell/platform/read-store';
import { lagOf } from '../daemon/lag.js';
import {
  type ReadModelStanding,
  type RebuildStanding,
  readRebuilds,
  readStanding,
} from '../operations/standing.js';
import { parkedJobs, type StoredJob } from '../read-models/parked-jobs/parked-jobs.js';
import { readModels } from '../registry.js';
import { countRows } from '../replay/compare.js';
import { type Ground, withGround } from './ground.js';

interface Status {
  readonly healthy: boolean;
  /** What is wrong, in plain words. */
  readonly problems: readonly string[];
  /** Position of the last event of the log; null when it is empty. */
  readonly head: string | null;
  readonly readModels: readonly ReadModelStanding[];
  /** null when REDIS_URL is not set. */
  readonly queues: readonly QueueStanding[] | null;
  /** Jobs that wait for somebody to decide. */
  readonly parked: readonly StoredJob[];
  readonly rebuilds: readonly RebuildStanding[];
}

/** Runs that are shown; all that go on come first. */
const mostRuns = 5;

/** With rows counted, and lag measured here where no process says it. */
const readModelsOf = async ({ database, eventStore }: Ground): Promise<ReadModelStanding[]> => {
  const standing = await readStanding(database, readModels);
  return Promise.all(
    standing.map(async (each, index): Promise<ReadModelStanding> => {
      const model = readModels[index];
      if (!model || each.version === null) return each;
      const commit = BigInt(each.position ?? 0);
      const lag = await lagOf(eventStore, model, { commit, prepare: commit }, new Date());
      return {
        ...each,
        lagEvents: lag.events,
        lagSeconds: lag.seconds,
        rows: await countRows(database, model),
      };
    }),
  );
};

/** A log that is shorter than what was read of it was restored from an older copy. */
const beyondTheLog = (standing: readonly ReadModelStanding[], head: bigint | undefined): string[] =>
  standing
    .filter(({ position }) => position !== null && BigInt(position) > (head ?? 0n))
    .map(
      ({ readModel, position }) =>
        `${readModel} stands at position ${position}, beyond the end of the log: was an older log restored? Replay it.`,
    );

const statusOf = async (ground: Ground): Promise<Status> => {
  const { config, database, eventStore, log } = ground;
  const head = await eventStore.head();
  const standing = await readModelsOf(ground);
  const queues = config.REDIS_URL ? await readQueues({ redisUrl: config.REDIS_URL, log }) : null;
  const parked = await parkedOf(database);
  const problems = [
    ...standing.flatMap(({ readModel, problem }) => (problem ? [`${readModel}: ${problem}`] : [])),
    ...beyondTheLog(standing, head?.commit),
    ...(queues ?? []).flatMap(({ name, counts }) =>
      counts.failed ? [`queue ${name}: ${counted(counts.failed, 'job')} failed for good`] : [],
    ),
    ...(parked.length > 0
      ? [`${counted(parked.length, 'job waits', 'jobs wait')} for a decision: parked list`]
      : []),
  ];
  return {
    healthy: problems.length === 0,
    problems,
    head: head ? formatPosition(head) : null,
    readModels: standing,
    queues,
    parked,
    rebuilds: await recentRebuilds(database),
  };
};

const parkedOf = async (database: Database): Promise<StoredJob[]> => {
  const schemas = [schemaOf(parkedJobs)];
  // The first ones are those that wait; a thousand of them are a fire anyway.
  const found = await database.transaction((sql) => parkedJobs.queries.newest(sql, 1_000), { schemas });
  return found.filter(({ state }) => state === 'parked');
};

const recentRebuilds = async (database: Database): Promise<RebuildStanding[]> =>
  (await readRebuilds(database, 100)).filter(
    ({ state, startedAt }) =>
      state === 'building' || state === 'comparing' || Date.now() - startedAt.getTime() < 86_400_000,
  );

/** Read models that are rebuilt together move together: one line is enough. */
const oneForEachRun = (rebuilds: readonly RebuildStanding[]) => {
  const runs = new Map<string, { rebuild: RebuildStanding; models: string[] }>();
  for (const rebuild of rebuilds) {
    const run = runs.get(rebuild.id) ?? { rebuild, models: [] };
    run.models.push(rebuild.readModel);
    runs.set(rebuild.id, run);
  }
  return [...runs.values()].slice(0, mostRuns);
};

const textOf = ({ head, readModels: models, queues, rebuilds, problems }: Status): string => {
  const sections = [
    `log head  ${head ?? 'empty'}`,
    table(
      ['read model', 'state', 'position', 'behind', 'late', 'rows', 'version', 'owner'],
      models.map((model) => [
        model.readModel,
        model.state,
        model.position ?? '-',
        model.lagEvents === null ? '?' : count(model.lagEvents),
        model.lagSeconds === null ? '?' : `${model.lagSeconds} s`,
        count(model.rows),
        String(model.version ?? '-'),
        model.owner ?? '-',
      ]),
    ),
    ...(queues && queues.length > 0
      ? [
          table(
            ['queue', 'waiting', 'active', 'delayed', 'failed', 'completed'],
            queues.map(({ name, counts }) => [
              name,
              ...['waiting', 'active', 'delayed', 'failed', 'completed'].map((state) =>
                count(counts[state] ?? 0),
              ),
            ]),
          ),
        ]
      : []),
    ...(rebuilds.length > 0
      ? [
          table(
            ['rebuild', 'of', 'state', 'position', 'until', 'events/s', 'process'],
            oneForEachRun(rebuilds).map(({ rebuild, models }) => [
              rebuild.kind,
              models.length > 2 ? `${models.length} read models` : models.join(', '),
              rebuild.state,
              rebuild.position,
              rebuild.until,
              count(Math.round(rebuild.perSecond)),
              rebuild.process,
            ]),
          ),
        ]
      : []),
    problems.length === 0
      ? 'All is well.'
      : ['Not well:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
  ];
  return sections.join('\n\n');
};

export const status: Handler = ({ terminal }) =>
  withGround(async (ground) => {
    const found = await statusOf(ground);
    terminal.result(found, textOf(found));
    return found.healthy ? exitCodes.done : exitCodes.attention;
  });
