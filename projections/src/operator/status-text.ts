import { type NotReady, unreadyText } from '@groundswell/platform';
import { count, counted, table } from '@groundswell/platform/operator';
import type { QueueStatus } from '@groundswell/platform/queue';
import { mostCounted } from '../daemon/lag.js';
import { missingPricesText } from '../operations/missing-prices.js';
import type { ReadModelStatus, RebuildStatus } from '../operations/status.js';
import type { PricesMissing } from '../read-models/growth/recorded-days.js';
import type { StoredJob } from '../read-models/parked-jobs/parked-jobs.js';
import { type SetAside, setAsideText } from './set-aside.js';
import { givenUpText, type Unanswered, unansweredText } from './unanswered.js';

/** What is unknown without an unavailable part. */
const unknownWithout = {
  PostgreSQL: 'PostgreSQL cannot be reached: read models, parked jobs, cash and rebuilds were not checked',
  'event store': 'The event store cannot be reached: the log was not checked, and lag is as last reported',
  Redis: 'Redis cannot be reached: queues were not checked',
} as const;
export type Part = keyof typeof unknownWithout;

/** One person whose cash at the broker differs from the ledger. */
export interface CashDifference {
  readonly person: string;
  readonly brokerCash: string;
  readonly ledgerCash: string;
}

/** PostgreSQL's values are null while it is unreachable. */
export interface Status extends Unanswered {
  readonly healthy: boolean;
  /** What is wrong, as text. */
  readonly problems: readonly string[];
  /** Unavailable parts, whose data is left out. */
  readonly outOfReach: readonly Part[];
  /** Position of the last event in the log. Null if the log is empty or unavailable. */
  readonly head: string | null;
  readonly readModels: readonly ReadModelStatus[] | null;
  /** Null if REDIS_URL is not set or Redis is unavailable. */
  readonly queues: readonly QueueStatus[] | null;
  /** Jobs that wait for a decision. */
  readonly parked: readonly StoredJob[] | null;
  /** People whose cash at the broker differs from the ledger. */
  readonly differences: readonly CashDifference[] | null;
  /**
   * The session up to which prices should exist, and how many symbols have none because the broker did not
   * answer.
   */
  readonly pricesMissing: readonly PricesMissing[] | null;
  /** Parts that are not ready, by their own report; null where their addresses are unknown. */
  readonly unready: Readonly<Record<string, readonly NotReady[]>> | null;
  /** Other problems: workers that stand still, the file of checkpoints. */
  readonly alarms: readonly string[] | null;
  readonly rebuilds: readonly RebuildStatus[] | null;
  /** Evidence in schemas of its own, which stays until an operator removes it. */
  readonly setAside: readonly SetAside[] | null;
}

/** Runs to show. All running ones come first. */
const mostRuns = 5;

/** Differences to list one by one. With more of them, the problem is not about individual people. */
const mostNamed = 10;

const differencesText = (differences: readonly CashDifference[]): string[] => [
  ...differences
    .slice(0, mostNamed)
    .map(
      ({ person, brokerCash, ledgerCash }) =>
        `cash of ${person}: the broker has $${brokerCash}, the ledger $${ledgerCash}: stream tradingAccount-${person}`,
    ),
  ...(differences.length > mostNamed
    ? [
        `cash of ${counted(differences.length - mostNamed, 'more person', 'more people')} differs from the broker's`,
      ]
    : []),
];

/**
 * Read models have their own lines, and damaged tables their alarms: a part that is not ready only because of
 * them is not listed again.
 */
const notToldYet = (
  unready: Readonly<Record<string, readonly NotReady[]>>,
  models: readonly ReadModelStatus[],
  alarms: readonly string[],
): Readonly<Record<string, readonly NotReady[]>> => {
  const told = new Set(models.flatMap(({ readModel, problem }) => (problem ? [readModel] : [])));
  return Object.fromEntries(
    Object.entries(unready).flatMap(([name, failing]) => {
      const others = failing.filter(
        ({ check, why }) => !told.has(check) && !alarms.some((alarm) => why.includes(alarm)),
      );
      return others.length > 0 ? [[name, others]] : [];
    }),
  );
};

/** Everything that is wrong, as text. */
export const problemsOf = ({
  outOfReach,
  readModels: models,
  queues,
  parked,
  differences,
  pricesMissing,
  alarms,
  unready,
  ...unanswered
}: Omit<Status, 'problems' | 'healthy'>) => [
  ...outOfReach.map((part) => unknownWithout[part]),
  ...(models ?? []).flatMap(({ readModel, problem }) => (problem ? [`${readModel}: ${problem}`] : [])),
  ...(queues ?? []).flatMap(({ name, counts }) =>
    counts.failed ? [`queue ${name}: ${counted(counts.failed, 'job')} failed permanently: jobs failed`] : [],
  ),
  ...(parked && parked.length > 0
    ? [`${counted(parked.length, 'job is waiting', 'jobs are waiting')} for a decision: parked list`]
    : []),
  ...differencesText(differences ?? []),
  ...unansweredText(unanswered),
  ...missingPricesText(pricesMissing ?? []),
  ...(alarms ?? []),
  ...unreadyText(notToldYet(unready ?? {}, models ?? [], alarms ?? [])),
];

const isGoing = ({ state }: RebuildStatus): boolean => state === 'building' || state === 'comparing';

/** Read models that are rebuilt together share a run, so one line is enough. */
const oneForEachRun = (rebuilds: readonly RebuildStatus[]) => {
  const runs = new Map<string, { rebuild: RebuildStatus; models: string[] }>();
  for (const rebuild of rebuilds) {
    const run = runs.get(rebuild.id) ?? { rebuild, models: [] };
    run.models.push(rebuild.readModel);
    runs.set(rebuild.id, run);
  }
  const ordered = [...runs.values()];
  const going = ordered.filter(({ rebuild }) => isGoing(rebuild));
  const ended = ordered.filter(({ rebuild }) => !isGoing(rebuild));
  return [...going, ...ended.slice(0, Math.max(0, mostRuns - going.length))];
};

const behindText = (events: number | null): string =>
  events === null ? '?' : `${count(events)}${events >= mostCounted ? '+' : ''}`;

const headText = ({ head, outOfReach }: Status): string =>
  head ?? (outOfReach.includes('event store') ? 'unknown' : 'empty');

const readModelsText = (models: readonly ReadModelStatus[]): string =>
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

const queuesText = (queues: readonly QueueStatus[]): string =>
  table(
    ['queue', ...queueStates],
    queues.map(({ name, counts }) => [name, ...queueStates.map((state) => count(counts[state] ?? 0))]),
  );

const rebuildsText = (rebuilds: readonly RebuildStatus[]): string =>
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

/** The output of `status`. */
export const statusText = (found: Status): string => {
  const { readModels: models, queues, rebuilds, problems } = found;
  const sections = [
    `log head  ${headText(found)}`,
    ...(models ? [readModelsText(models)] : []),
    ...(queues?.length ? [queuesText(queues)] : []),
    ...(rebuilds?.length ? [rebuildsText(rebuilds)] : []),
    ...givenUpText(found),
    ...setAsideText(found.setAside),
    problems.length === 0
      ? 'All is well.'
      : ['Needs attention:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
  ];
  return sections.join('\n\n');
};
