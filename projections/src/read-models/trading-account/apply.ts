import { idOfStream } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { follow } from './follow.js';
import type { PersonRows, PositionedRow } from './person.js';
import {
  accounts,
  bankLinks,
  cashDifferences,
  insertPostings,
  type PostingRow,
  transfers,
} from './tables.js';

type Rows<Row> = ReadonlyMap<string, PositionedRow<Row>>;

/** Groups values by key, preserving their order. */
const grouped = <Value>(values: Iterable<Value>, keyOf: (value: Value) => string): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
};

/** Groups rows of several people by person. */
const byPerson = <Row extends { readonly id: string; readonly user_id: string }>(
  rows: Rows<Row>,
): ((userId: string) => Rows<Row>) => {
  const groups = grouped(rows.values(), ({ row }) => row.user_id);
  return (userId) => new Map(groups.get(userId)?.map((known) => [known.row.id, known]));
};

const load = async (
  events: readonly RecordedEvent[],
  userIds: readonly string[],
  sql: Sql,
): Promise<(userId: string) => PersonRows> => {
  const transferIds = new Set(events.flatMap(({ data }) => ('transferId' in data ? data.transferId : [])));
  const known = await accounts.load(sql, userIds);
  const links = byPerson(await bankLinks.load(sql, userIds, 'user_id'));
  const named = byPerson(await transfers.load(sql, [...transferIds]));
  const differences = byPerson(await cashDifferences.load(sql, userIds, 'user_id'));
  return (userId) => ({
    account: known.get(userId),
    bankLinks: links(userId),
    transfers: named(userId),
    differences: differences(userId),
  });
};

/** Folds a batch into each person's rows: one SELECT and one INSERT per table, regardless of the number of people. */
export const applyAccounts = async (events: readonly RecordedEvent[], sql: Sql): Promise<boolean> => {
  const histories = grouped(events, ({ stream }) => idOfStream(stream));
  const knownOf = await load(events, [...histories.keys()], sql);
  const people: PersonRows[] = [];
  const postings: PostingRow[] = [];
  for (const [userId, history] of histories) {
    const known = knownOf(userId);
    const followed = follow(userId, known, history);
    people.push(changedSince(followed.rows, known.account?.position ?? -1n));
    postings.push(...followed.postings);
  }
  const all = <Row>(rowsOf: (person: PersonRows) => Rows<Row>): PositionedRow<Row>[] =>
    people.flatMap((person) => [...rowsOf(person).values()]);
  const changedAccounts = people.flatMap(({ account }) => account ?? []);
  await accounts.write(sql, changedAccounts);
  await bankLinks.write(
    sql,
    all((person) => person.bankLinks),
  );
  await transfers.write(
    sql,
    all((person) => person.transfers),
  );
  await cashDifferences.write(
    sql,
    all((person) => person.differences),
  );
  if (postings.length > 0) await sql.query(insertPostings, [JSON.stringify(postings)]);
  return changedAccounts.length > 0;
};

const changedSince = (person: PersonRows, since: bigint): PersonRows => {
  const later = <Row>(rows: Rows<Row>): Rows<Row> =>
    new Map([...rows].filter(([, { position }]) => position > since));
  return {
    account: person.account && person.account.position > since ? person.account : undefined,
    bankLinks: later(person.bankLinks),
    transfers: later(person.transfers),
    differences: later(person.differences),
  };
};
