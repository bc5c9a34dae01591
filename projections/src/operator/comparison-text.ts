import { count, counted, table } from '@groundswell/platform/operator';
import type { ModelComparison } from '../replay/compare-live.js';
import type { ExplainedDifference } from '../replay/explain.js';

/** Row counts and differences of rebuilt and live read models, as a table. */
export const comparisonText = (comparisons: readonly ModelComparison[]): string => {
  const rows = comparisons.flatMap(({ readModel, tables }) =>
    tables.map((compared) => [
      readModel,
      compared.table,
      count(compared.liveRows),
      count(compared.rebuiltRows),
      count(compared.missing),
      count(compared.surplus),
      count(compared.changed),
    ]),
  );
  const notes = comparisons.flatMap(({ readModel, notCompared, leftOut, position, damage }) => [
    ...(notCompared ? [`${readModel} was not compared: ${notCompared}`] : []),
    ...(leftOut
      ? [`${readModel} was compared up to position ${position}, but not after it: ${leftOut}`]
      : []),
    ...(damage ? [`${readModel} is damaged: ${damage}`] : []),
  ]);
  const heading = ['read model', 'table', 'live rows', 'rebuilt rows', 'missing', 'surplus', 'changed'];
  return [...(rows.length > 0 ? [table(heading, rows)] : []), ...notes].join('\n');
};

const width = 44;

/** A value as text, starting shortly before the first difference. */
const excerpt = (value: unknown, other: unknown): string => {
  const words = value === undefined ? '(no row)' : typeof value === 'string' ? value : JSON.stringify(value);
  const beside = other === undefined ? '' : typeof other === 'string' ? other : JSON.stringify(other);
  if (words.length <= width) return words;
  let start = 0;
  while (start < words.length && words[start] === beside[start]) start += 1;
  const from = Math.max(0, Math.min(start - 10, words.length - width));
  return `${from > 0 ? '…' : ''}${words.slice(from, from + width)}${from + width < words.length ? '…' : ''}`;
};

/** One differing row: where it is, what differs, and the events it comes from. */
export const differenceText = ({
  readModel,
  table: name,
  key,
  live,
  rebuilt,
  columns,
  cause,
}: ExplainedDifference): string => {
  const keyed = Object.entries(key).map(([column, value]) => `${column}=${String(value)}`);
  const events = cause.events.map(
    ({ type, id, stream, revision, position }) =>
      `    ${type} ${id} (${stream} at ${revision}, position ${position})`,
  );
  return [
    `${readModel}.${name} ${keyed.join(' ')}`,
    ...table(
      ['column', 'live', 'rebuilt'],
      columns.map((column) => [
        column,
        excerpt(live?.[column], rebuilt?.[column]),
        excerpt(rebuilt?.[column], live?.[column]),
      ]),
    )
      .split('\n')
      .map((line) => `  ${line}`),
    `  ${cause.words}`,
    ...(events.length > 0 ? ['  Last events that can have caused it:', ...events] : []),
  ].join('\n');
};

/** `12,345 events in 2.1 s (5,878/s)`. */
export const pace = (events: number, seconds: number): string =>
  `${counted(events, 'event')} in ${seconds.toFixed(1)} s (${count(Math.round(events / Math.max(seconds, 0.001)))}/s)`;
