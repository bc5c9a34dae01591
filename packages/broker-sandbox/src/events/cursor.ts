import type { Refused } from '../http/refusal.js';
import { isUlid, timeOfUlid, ulidOf } from './ulid.js';

/** Which events a reader asked for. */
export interface Range {
  /** First id of the history that is wanted; undefined is none, only what happens from now on. */
  readonly since: string | undefined;
  /** The stream ends before this id. */
  readonly until: string | undefined;
}

interface Names {
  readonly since: string;
  readonly until: string;
}

/** The names that a stream gives to its ULID cursors. */
export interface CursorNames extends Names {
  /** Those of cursors by number, which only few partners of old have. */
  readonly deprecated?: Names;
}

type Query = Readonly<Record<string, string | undefined>>;

const invalid = (message: string): Refused => ({ status: 422, code: 42210000, message });

const ofDate = (text: string | undefined): string | undefined => {
  const at = text === undefined || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : ulidOf(at, 0);
};

const ofUlid = (text: string | undefined): string | undefined =>
  text !== undefined && isUlid(text) ? text : undefined;

const rangeOf = (
  query: Query,
  { since, until }: Names,
  read: (text: string | undefined) => string | undefined,
): Range | Refused => {
  const [from, to] = [query[since], query[until]];
  if (to !== undefined && from === undefined) return invalid(`${since} is required if ${until} is specified`);
  const range = { since: read(from), until: read(to) };
  if (from !== undefined && range.since === undefined) return invalid(`${since} is invalid`);
  if (to !== undefined && range.until === undefined) return invalid(`${until} is invalid`);
  return range;
};

const dates: Names = { since: 'since', until: 'until' };

/** The range that a query asks for, by dates or by ULIDs but not by both. */
export const rangeOfQuery = (query: Query, names: CursorNames): Range | Refused => {
  const asked = (cursor: Names) => query[cursor.since] !== undefined || query[cursor.until] !== undefined;
  const { deprecated } = names;
  if (deprecated && asked(deprecated)) {
    const [old, now] = [deprecated, names].map(({ since, until }) => `${since} and ${until}`);
    return invalid(`${old} are deprecated, use ${now} instead`);
  }
  if (asked(dates) && asked(names)) return invalid(`since and ${names.since} can't be used at the same time`);
  return asked(names) ? rangeOf(query, names, ofUlid) : rangeOf(query, dates, ofDate);
};

/** When a range is over; undefined when it has no end. */
export const endOf = ({ until }: Range): number | undefined => (until ? timeOfUlid(until) : undefined);
