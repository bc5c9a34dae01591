import type { Operations } from './load-operations.js';

const several = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** What is wrong, in plain words, worst first; nothing when all is well. */
export const problemsOf = ({
  read_models,
  alarms,
  queues,
  jobs,
  differences,
}: Operations): readonly string[] => {
  const parked = jobs.filter(({ state }) => state === 'parked').length;
  const open = differences.filter(({ resolved_at }) => resolved_at === null).length;
  const failed = (queues ?? []).filter((queue) => queue.failed > 0);
  return [
    ...read_models.flatMap(({ name, problem }) => (problem ? [`${wordsOf(name)}: ${problem}`] : [])),
    ...alarms,
    ...(open > 0
      ? [`${several(open, 'account', 'accounts')}: the broker’s cash is another than the ledger’s`]
      : []),
    ...(parked > 0 ? [`${several(parked, 'job waits', 'jobs wait')} for a decision`] : []),
    ...(queues === null ? ['The queues are out of reach. What waits in them is in the log, too.'] : []),
    ...failed.map(
      ({ name, failed: jobsFailed }) =>
        `${wordsOf(name)}: ${several(jobsFailed, 'job', 'jobs')} failed for good`,
    ),
  ];
};

/** Seconds as people say them: `0 s`, `1 min 5 s`, `2 h 3 min`. */
export const secondsText = (seconds: number): string => {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
};

const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const countText = (count: number): string => counts.format(count);

/** The name of a part of the house, written in any case, as words: `trendList` is `trend list`. */
export const wordsOf = (name: string): string =>
  name.replaceAll(/[_-]+/g, ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
