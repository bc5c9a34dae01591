import type { Fault } from './fault.js';

/** A row of a list or of a search, as it is about to be answered. */
type Row = Readonly<Record<string, unknown>>;

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null;

const timeOf = (row: unknown): number =>
  isRow(row) && typeof row.created_at === 'string' ? Date.parse(row.created_at) : Number.NaN;

/** A status that no document of the broker has. */
export const renamed = (status: string): string => `${status}_V2`;

const spoiledRow = (row: Row, how: Fault['garbage']): unknown => {
  const { amount: _, ...rest } = row;
  switch (how) {
    case 'no-amount':
      return rest;
    case 'empty-amount':
      return { ...row, amount: null };
    case 'word-amount':
      return { ...row, amount: 'twelve' };
    case 'number-status':
      return { ...row, status: 7 };
    case 'number-id':
      return { ...row, id: 7 };
    case 'no-row':
      return 'row could not be loaded';
  }
};

/** The place of the newest or the oldest row; -1 when there is none. */
const placeOf = (rows: readonly unknown[], which: Fault['row']): number => {
  const times = rows.map(timeOf).filter((time) => !Number.isNaN(time));
  const wanted = which === 'newest' ? Math.max(...times) : Math.min(...times);
  return rows.findIndex((row) => timeOf(row) === wanted);
};

/**
 * What a list shows when a fault had its way with it; the very same list when there was nothing to spoil.
 * @param now the broker's time, in milliseconds since 1970
 */
export const spoiled = (rows: readonly unknown[], fault: Fault, now: number): readonly unknown[] => {
  if (fault.kind === 'list-renamed') {
    const isAny = rows.some((row) => isRow(row) && typeof row.status === 'string');
    return isAny
      ? rows.map((row) => (isRow(row) ? { ...row, status: renamed(String(row.status)) } : row))
      : rows;
  }
  if (fault.kind === 'row-garbage') {
    const place = placeOf(rows, fault.row);
    const row = rows[place];
    return isRow(row) ? rows.with(place, spoiledRow(row, fault.garbage)) : rows;
  }
  const shown = rows.filter((row) => !(timeOf(row) > now - fault.delay));
  return shown.length < rows.length ? shown : rows;
};

const search = '/v1/accounts';
const list = /^\/v1\/accounts\/[^/]+\/(transfers|ach_relationships)$/;

/** Whether a kind of fault is one of what this call shows: lists of an account, or the search for accounts. */
export const showsAt = (kind: Fault['kind'], path: string): boolean =>
  kind === 'search-lag' ? path === search : list.test(path) || (path === search && kind !== 'list-lag');
