import { askParts, type Log, timeLimits } from '@groundswell/platform';
import { type Database, isConnectionLoss, isExhausted, lackOf } from '@groundswell/platform/database';
import {
  EventStoreTimeout,
  EventStoreUnavailable,
  formatPosition,
  type Position,
} from '@groundswell/platform/event-store';
import { exitCodes, findAway, type Handler } from '@groundswell/platform/operator';
import { type QueueStatus, QueueUnavailable, readQueues } from '@groundswell/platform/queue';
import { damageOf } from '@groundswell/platform/read-store';
import { readAlarms } from '../operations/alarms.js';
import { madeOf, roomsMade } from '../operations/damage.js';
import { keptRows } from '../operations/kept-rows.js';
import { readBesideTheLog } from '../operations/lost-by-the-log.js';
import { readMissingPrices } from '../operations/missing-prices.js';
import { type ReadModelStatus, type RebuildStatus, readRebuilds, readStatus } from '../operations/status.js';
import { parkedJobs, type StoredJob } from '../read-models/parked-jobs/parked-jobs.js';
import { tradingAccount } from '../read-models/trading-account/trading-account.js';
import { readModels } from '../registry.js';
import {
  DamagedRooms,
  type LogConnection,
  type OperatorConnections,
  withDatabase,
  withLog,
} from './connections.js';
import { readModelsNow } from './read-models-now.js';
import { readSetAside } from './set-aside.js';
import { type CashDifference, type Part, problemsOf, type Status, statusText } from './status-text.js';
import { readUnanswered } from './unanswered.js';

const isAway = (fault: unknown): boolean =>
  fault instanceof EventStoreUnavailable ||
  fault instanceof EventStoreTimeout ||
  fault instanceof QueueUnavailable;

/** A part's answer, or that it is down: the others are reported all the same. */
const unlessAway = async <T>(answer: Promise<T>): Promise<T | 'away'> => {
  try {
    return await answer;
  } catch (fault) {
    if (isAway(fault)) return 'away';
    throw fault;
  }
};

type Outside = Pick<Status, 'outOfReach' | 'head' | 'queues' | 'unready'>;

/** What was checked before anything was asked. */
interface Availability {
  readonly isAway: (part: Part) => boolean;
  readonly unready: Status['unready'];
}

const queuesOf = async (
  redisUrl: string | undefined,
  away: boolean,
  log: Log,
): Promise<QueueStatus[] | 'away' | null> => {
  if (!redisUrl) return null;
  return away ? 'away' : unlessAway(readQueues({ redisUrl, log }));
};

const headOf = (
  { eventStore }: LogConnection,
  { isAway }: Availability,
): Promise<Position | undefined | 'away'> =>
  isAway('event store') ? Promise.resolve('away') : unlessAway(eventStore.head());

/** The answers of the log and of Redis. */
const outsideOf = async (
  { config, log }: LogConnection,
  { isAway, unready }: Availability,
  head: Position | undefined | 'away',
): Promise<Outside> => {
  const queues = await queuesOf(config.REDIS_URL, isAway('Redis'), log);
  return {
    outOfReach: [
      ...(head === 'away' ? (['event store'] as const) : []),
      ...(queues === 'away' ? (['Redis'] as const) : []),
    ],
    head: head && head !== 'away' ? formatPosition(head) : null,
    queues: queues === 'away' ? null : queues,
    unready,
  };
};

const unknown = {
  ...{ readModels: null, parked: null, differences: null },
  ...{ pricesMissing: null, alarms: null, rebuilds: null, setAside: null },
  ...{ ownersInQuestion: null, overdueValues: null, mailsGivenUp: null, mailsUnknown: null },
};

/** The status while PostgreSQL is unavailable. @throws `loss` if nothing else responds either */
const statusWithoutDatabase = async (
  connections: LogConnection,
  availability: Availability,
  loss: Error,
): Promise<Status> => {
  const head = await headOf(connections, availability);
  const outside = await outsideOf(connections, availability, head);
  if (head === 'away' && !outside.queues) throw loss;
  const found = { ...outside, ...unknown, outOfReach: ['PostgreSQL' as const, ...outside.outOfReach] };
  return { healthy: false, problems: problemsOf(found), ...found };
};

/** The status while the tables shared by read models are unreadable, or PostgreSQL has no space to look at them. */
const statusWithoutTables = async (
  connections: LogConnection,
  availability: Availability,
  alarms: readonly string[],
): Promise<Status> => {
  const outside = await outsideOf(connections, availability, await headOf(connections, availability));
  const found = { ...outside, ...unknown, alarms };
  return { healthy: false, problems: problemsOf(found), ...found };
};

const statusOf = async (
  connections: OperatorConnections,
  availability: Availability,
  at: Date,
): Promise<Status> => {
  const { database, eventStore } = connections;
  const head = await headOf(connections, availability);
  const known = await readStatus(database, readModels, await damageOf(database, readModels.map(madeOf)));
  const beside =
    head === 'away' ? head : await unlessAway(readBesideTheLog(database, eventStore, readModels, known));
  // Positions in another log do not tell how far behind a reader is.
  const isComparable = beside !== 'away' && !beside.isOther;
  const statuses = await readModelsNow(
    connections,
    beside === 'away' ? known : beside.statuses,
    isComparable ? head : 'away',
    at,
  );
  const found = {
    ...(await outsideOf(connections, availability, head)),
    readModels: statuses,
    parked: await parkedOf(database, statuses),
    differences: await differencesOf(database, statuses),
    ownersInQuestion: await keptRows(
      database,
      tradingAccount,
      statuses,
      tradingAccount.queries.ownersInQuestion,
    ),
    ...(await readUnanswered(database, at)),
    pricesMissing: await readMissingPrices(database, statuses),
    alarms: await readAlarms(database, readModels, await damageOf(database, roomsMade)),
    rebuilds: await recentRebuilds(database, at),
    setAside: await readSetAside(database),
  };
  const problems = [...problemsOf(found), ...(beside === 'away' ? [] : beside.problems)];
  return { healthy: problems.length === 0, problems, ...found };
};

const parkedOf = async (database: Database, statuses: readonly ReadModelStatus[]): Promise<StoredJob[]> =>
  (await keptRows(database, parkedJobs, statuses, parkedJobs.queries.newest)).filter(
    ({ state }) => state === 'parked',
  );

const differencesOf = async (
  database: Database,
  statuses: readonly ReadModelStatus[],
): Promise<CashDifference[]> =>
  (await keptRows(database, tradingAccount, statuses, tradingAccount.queries.differences)).flatMap(
    ({ user_id: person, broker_cash: brokerCash, ledger_cash: ledgerCash, resolved_at }) =>
      resolved_at === null ? [{ person, brokerCash, ledgerCash }] : [],
  );

const recentRebuilds = async (database: Database, at: Date): Promise<RebuildStatus[]> =>
  (await readRebuilds(database, 100)).filter(
    ({ state, startedAt }) =>
      state === 'building' || state === 'comparing' || at.getTime() - startedAt.getTime() < 86_400_000,
  );

const exhaustedText = (fault: Error): string =>
  `PostgreSQL has no ${lackOf(fault)} (${fault.message}): read models, parked jobs, cash and rebuilds were not checked`;

const allParts = ['PostgreSQL', 'event store', 'Redis'] as const;

export const status: Handler = ({ terminal, signal }) =>
  withLog(async (connections) => {
    // In parallel, so the command finishes within five seconds whatever hangs.
    const [away, unready] = await Promise.all([
      findAway(allParts, connections.config, timeLimits.firstAnswer),
      connections.config.READINESS_URLS ? askParts(connections.config.READINESS_URLS) : null,
    ]);
    const availability = { isAway: (part: Part) => away.some((each) => each.part === part), unready };
    const lost = away.find(({ part }) => part === 'PostgreSQL');
    const asked = lost
      ? Promise.reject(lost)
      : withDatabase(connections, (all) => statusOf(all, availability, new Date()));
    const found = await asked.catch((fault: unknown) => {
      signal.throwIfAborted();
      if (fault instanceof DamagedRooms)
        return statusWithoutTables(connections, availability, fault.problems);
      if (fault instanceof Error && isExhausted(fault))
        return statusWithoutTables(connections, availability, [exhaustedText(fault)]);
      if (!(fault instanceof Error) || !(fault === lost || isConnectionLoss(fault))) throw fault;
      return statusWithoutDatabase(connections, availability, fault);
    });
    terminal.result(found, statusText(found));
    return found.healthy ? exitCodes.done : exitCodes.attention;
  });
