import type { InstanceStatus, Operations } from './gather.js';

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const countText = (count: number): string => counts.format(count);

/** Maximum number of pending events that is counted. */
const mostCounted = 1_000;

/** Pending events: `12`, `1,000+` when counting stopped there, or `unknown`. */
export const behindText = (events: number | null): string =>
  events === null ? 'unknown' : `${countText(events)}${events >= mostCounted ? '+' : ''}`;

const several = (count: number, one: string, more: string): string =>
  `${countText(count)} ${count === 1 ? one : more}`;

const awayText = {
  'event store': 'The event store isn’t answering. Read-model lag is as last reported.',
  Redis: 'The queues can’t be reached. Everything waiting in them is also in the log.',
} as const;

const statusProblems = ({ read_models, alarms, queues, out_of_reach }: InstanceStatus): string[] => [
  ...read_models.flatMap(({ name, problem }) => (problem ? [`${wordsOf(name)}: ${problem}`] : [])),
  ...alarms,
  ...out_of_reach.map((part) => awayText[part]),
  ...(queues ?? [])
    .filter(({ failed }) => failed > 0)
    .map(({ name, failed }) => `${wordsOf(name)}: ${several(failed, 'job', 'jobs')} failed permanently`),
];

/** Problems, as text; empty when all is well. What could not be loaded is a problem. */
export const problemsOf = ({ status, jobs, differences }: Operations): readonly string[] => {
  const parked = (jobs ?? []).filter(({ state }) => state === 'parked').length;
  const open = (differences ?? []).filter(({ resolved_at }) => resolved_at === null).length;
  return [
    ...(status
      ? statusProblems(status)
      : ['We couldn’t load the status of read models, replays and queues.']),
    ...(open > 0 ? [`${several(open, 'account', 'accounts')}: broker and ledger disagree on cash`] : []),
    ...(differences ? [] : ['We don’t know whether broker and ledger agree.']),
    ...(parked > 0 ? [`${several(parked, 'job is waiting', 'jobs are waiting')} for a decision`] : []),
    ...(jobs ? [] : ['We don’t know whether jobs are waiting for a decision.']),
  ];
};

/** A duration as text: `0 s`, `1 min 5 s`, `2 h 3 min`. */
export const secondsText = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
};

/** A part's name, in any case style, as words: `trendList` becomes `trend list`. */
export const wordsOf = (name: string): string =>
  name.replaceAll(/[_-]+/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
