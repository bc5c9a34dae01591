import { type Database, isConnectionLoss, isStructural, type Sql } from '@groundswell/platform/database';
import {
  EventStoreTimeout,
  EventStoreUnavailable,
  formatPosition,
  type Position,
} from '@groundswell/platform/event-store';
import { count, counted, exitCodes, type Handler, table } from '@groundswell/platform/operator';
import { type QueueStanding, QueueUnavailable, readQueues } from '@groundswell/platform/queue';
import { damageOf, type ReadModel, schemaOf } from '@groundswell/platform/read-store';
import { mostCounted } from '../daemon/lag.js';
import { readAlarms } from '../operations/alarms.js';
import { madeOf } from '../operations/damage.js';
import { readBesideTheLog } from '../operations/lost-by-the-log.js';
import {
  type ReadModelStanding,
  type RebuildStanding,
  readRebuilds,
  readStanding,
} from '../operations/standing.js';
import { parkedJobs, type StoredJob } from '../read-models/parked-jobs/parked-jobs.js';
import { tradingAccount } from '../read-models/trading-account/trading-account.js';
import { readModels } from '../registry.js';
import { type Ground, type LogGround, withDatabase, withLog } from './ground.js';
import { readModelsNow } from './read-models-now.js';

/** What a part that does not answer leaves unknown. */
const unknownWithout = {
  PostgreSQL: 'PostgreSQL is out of reach: read models, parked jobs, cash and rebuilds were not looked at',
  'event store':
    'The event store is out of reach: the log was not looked at, and how far behind is what was said last',
  Redis: 'Redis is out of reach: queues were not looked at',
} as const;
type Part = keyof typeof unknownWithout;

/** What stands in PostgreSQL is null while that is out of reach. */
interface Status {
  readonly healthy: boolean;
  /** What is wrong, in plain words. */
  readonly problems: readonly string[];
  /** Parts that did not answer: what they know is left out. */
  readonly outOfReach: readonly Part[];
  /** Position of the last event of the log; null when it is empty, or out of reach. */
  readonly head: string | null;
  readonly readModels: readonly ReadModelStanding[] | null;
  /** null when REDIS_URL is not set, or Redis is out of reach. */
  readonly queues: readonly QueueStanding[] | null;
  /** Jobs that wait for somebody to decide. */
  readonly parked: readonly StoredJob[] | null;
  /** Accounts whose cash at the broker is another than in the ledger. */
  readonly differences: number | null;
  /** What else is wrong: workers that stand still, the file of checkpoints. */
  readonly alarms: readonly string[] | null;
  readonly rebuilds: readonly RebuildStanding[] | null;
}

/** Runs that are shown; all that go on come first. */
const mostRuns = 5;

const isAway = (fault: unknown): boolean =>
  fault instanceof EventStoreUnavailable ||
  fault instanceof EventStoreTimeout ||
  fault instanceof QueueUnavailable;

/** What a part answers, or that it is away: the others are told of all the same. */
const unlessAway = async <T>(answer: Promise<T>): Promise<T | 'away'> => {
  try {
    return await answer;
  } catch (fault) {
    if (isAway(fault)) return 'away';
    throw fault;
  }
};

const problemsOf = ({
  outOfReach,
  readModels: models,
  queues,
  parked,
  differences,
  alarms,
}: Omit<Status, 'problems' | 'healthy'>) => [
  ...outOfReach.map((part) => unknownWithout[part]),
  ...(models ?? []).flatMap(({ readModel, problem }) => (problem ? [`${readModel}: ${problem}`] : [])),
  ...(queues ?? []).flatMap(({ name, counts }) =>
    counts.failed ? [`queue ${name}: ${counted(counts.failed, 'job')} failed for good: jobs failed`] : [],
  ),
  ...(parked && parked.length > 0
    ? [`${counted(parked.length, 'job waits', 'jobs wait')} for a decision: parked list`]
    : []),
  ...(differences
    ? [`${counted(differences, 'account', 'accounts')}: the broker's cash is another than the ledger's`]
    : []),
  ...(alarms ?? []),
];

type Outside = Pick<Status, 'outOfReach' | 'head' | 'queues'>;

/** What the log and Redis say. */
const outsideOf = async (
  { config, log }: LogGround,
  head: Position | undefined | 'away',
): Promise<Outside> => {
  const queues = config.REDIS_URL ? await unlessAway(readQueues({ redisUrl: config.REDIS_URL, log })) : null;
  return {
    outOfReach: [
      ...(head === 'away' ? (['event store'] as const) : []),
      ...(queues === 'away' ? (['Redis'] as const) : []),
    ],
    head: head && head !== 'away' ? formatPosition(head) : null,
    queues: queues === 'away' ? null : queues,
  };
};

/** All that is known while PostgreSQL does not answer. @throws the loss of it where nothing else answers either */
const statusWithoutDatabase = async (ground: LogGround, loss: Error): Promise<Status> => {
  const head = await unlessAway(ground.eventStore.head());
  const outside = await outsideOf(ground, head);
  if (head === 'away' && !outside.queues) throw loss;
  const unknown = { readModels: null, parked: null, differences: null, alarms: null, rebuilds: null };
  const found = { ...outside, ...unknown, outOfReach: ['PostgreSQL' as const, ...outside.outOfReach] };
  return { healthy: false, problems: problemsOf(found), ...found };
};

const statusOf = async (ground: Ground, at: Date): Promise<Status> => {
  const { database, eventStore } = ground;
  const head = await unlessAway(eventStore.head());
  const known = await readStanding(database, readModels, await damageOf(database, readModels.map(madeOf)));
  const beside = await unlessAway(readBesideTheLog(database, eventStore, readModels, known));
  // Positions of another log say nothing of how far behind anybody is.
  const isComparable = beside !== 'away' && !beside.isOther;
  const standing = await readModelsNow(
    ground,
    beside === 'away' ? known : beside.standing,
    isComparable ? head : 'away',
    at,
  );
  const found = {
    ...(await outsideOf(ground, head)),
    readModels: standing,
    parked: await parkedOf(database, standing),
    differences: await differencesOf(database, standing),
    alarms: await readAlarms(database, readModels),
    rebuilds: await recentRebuilds(database, at),
  };
  const problems = [...problemsOf(found), ...(beside === 'away' ? [] : beside.problems)];
  return { healthy: problems.length === 0, problems, ...found };
};

/** The first rows are those that wait; a thousand of them are a fire anyway. */
const mostRead = 1_000;

/** What a query of a read model finds; nothing while its tables are not there. */
const rowsOf = async <Row>(
  database: Database,
  model: ReadModel,
  standing: readonly ReadModelStanding[],
  query: (sql: Sql, limit: number) => Promise<Row[]>,
): Promise<Row[]> => {
  const isThere = standing.some(({ readModel, version }) => readModel === model.name && version !== null);
  if (!isThere) return [];
  return database
    .transaction((sql) => query(sql, mostRead), { schemas: [schemaOf(model)] })
    .catch((fault: unknown) => {
      // That its tables are damaged is said of the read model itself.
      if (isStructural(fault)) return [];
      throw fault;
    });
};

const parkedOf = async (database: Database, standing: readonly ReadModelStanding[]): Promise<StoredJob[]> =>
  (await rowsOf(database, parkedJobs, standing, parkedJobs.queries.newest)).filter(
    ({ state }) => state === 'parked',
  );

const differencesOf = async (database: Database, standing: readonly ReadModelStanding[]): Promise<number> =>
  (await rowsOf(database, tradingAccount, standing, tradingAccount.queries.differences)).filter(
    ({ resolved_at }) => resolved_at === null,
  ).length;

const recentRebuilds = async (database: Database, at: Date): Promise<RebuildStanding[]> =>
  (await readRebuilds(database, 100)).filter(
    ({ state, startedAt }) =>
      state === 'building' || state === 'comparing' || at.getTime() - startedAt.getTime() < 86_400_000,
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

const behindText = (events: number | null): string =>
  events === null ? '?' : `${count(events)}${events >= mostCounted ? '+' : ''}`;

const headText = ({ head, outOfReach }: Status): string =>
  head ?? (outOfReach.includes('event store') ? 'unknown' : 'empty');

const readModelsText = (models: readonly ReadModelStanding[]): string =>
  table(
    ['read model', 'state', 'position', 'behind', 'late', 'events/s', 'rows', 'version', 'owner'],
    models.map((model) => [
      model.readModel,
      model.state,
      model.position ?? '-',
      behindText(model.lagEvents),
      model.lagSeconds === null ? '?' : `${model.lagSeconds} s`,
      count(Math.round(model.perSecond)),
      count(model.rows),
      String(model.version ?? '-'),
      model.owner ?? '-',
    ]),
  );

const queueStates = ['waiting', 'active', 'delayed', 'failed', 'completed'];

const queuesText = (queues: readonly QueueStanding[]): string =>
  table(
    ['queue', ...queueStates],
    queues.map(({ name, counts }) => [name, ...queueStates.map((state) => count(counts[state] ?? 0))]),
  );

const rebuildsText = (rebuilds: readonly RebuildStanding[]): string =>
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
  );

const textOf = (found: Status): string => {
  const { readModels: models, queues, rebuilds, problems } = found;
  const sections = [
    `log head  ${headText(found)}`,
    ...(models ? [readModelsText(models)] : []),
    ...(queues?.length ? [queuesText(queues)] : []),
    ...(rebuilds?.length ? [rebuildsText(rebuilds)] : []),
    problems.length === 0
      ? 'All is well.'
      : ['Not well:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
  ];
  return sections.join('\n\n');
};

export const status: Handler = ({ terminal, signal }) =>
  withLog(async (ground) => {
    const found = await withDatabase(ground, (all) => statusOf(all, new Date())).catch((fault: unknown) => {
      signal.throwIfAborted();
      if (!(fault instanceof Error) || !isConnectionLoss(fault)) throw fault;
      return statusWithoutDatabase(ground, fault);
    });
    terminal.result(found, textOf(found));
    return found.healthy ? exitCodes.done : exitCodes.attention;
  });
