import { idOfStream } from '@groundswell/contracts';
import { type Sql, together } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { Writer } from '@groundswell/platform/read-store';
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

type RowsOf = (userId: string) => PersonRows;

const load = async (events: readonly RecordedEvent[], sql: Sql): Promise<RowsOf> => {
  const userIds = [...new Set(events.map(({ stream }) => idOfStream(stream)))];
  const transferIds = new Set(events.flatMap(({ data }) => ('transferId' in data ? data.transferId : [])));
  const loading = {
    known: accounts.load(sql, userIds),
    links: bankLinks.load(sql, userIds, 'user_id'),
    named: transfers.load(sql, [...transferIds]),
    differences: cashDifferences.load(sql, userIds, 'user_id'),
  };
  await together<unknown>(Object.values(loading));
  const known = await loading.known;
  const [links, named] = [byPerson(await loading.links), byPerson(await loading.named)];
  const differences = byPerson(await loading.differences);
  return (userId) => ({
    account: known.get(userId),
    bankLinks: links(userId),
    transfers: named(userId),
    differences: differences(userId),
  });
};

/** Folds events into the rows of each person, and returns what changed. */
const foldAll = (knownOf: RowsOf, events: readonly RecordedEvent[]) => {
  const people: PersonRows[] = [];
  const postings: PostingRow[] = [];
  for (const [userId, history] of grouped(events, ({ stream }) => idOfStream(stream))) {
    const known = knownOf(userId);
    const followed = follow(userId, known, history);
    people.push(changedSince(followed.rows, known.account?.position ?? -1n));
    postings.push(...followed.postings);
  }
  const all = <Row>(rowsOf: (person: PersonRows) => Rows<Row>): PositionedRow<Row>[] =>
    people.flatMap((person) => [...rowsOf(person).values()]);
  return {
    accounts: people.flatMap(({ account }) => account ?? []),
    bankLinks: all((person) => person.bankLinks),
    transfers: all((person) => person.transfers),
    differences: all((person) => person.differences),
    postings,
  };
};

/** Approximate bytes of an event in memory. */
const bytesOfEvent = 1_500;
const noRows: PersonRows = {
  account: undefined,
  bankLinks: new Map(),
  transfers: new Map(),
  differences: new Map(),
};

/** Folds a batch into each person's rows: one SELECT and one INSERT per table, regardless of the number of people. */
export const writeAccounts = (): Writer => {
  let knownOf: RowsOf = () => noRows;
  const taken: RecordedEvent[] = [];
  return {
    get waiting() {
      return taken.length * bytesOfEvent;
    },
    async prepare(events, sql) {
      knownOf = await load(events, sql);
    },
    take(events) {
      taken.push(...events);
    },
    handOver() {
      const changed = foldAll(knownOf, taken);
      const changes = changed.accounts.length > 0;
      return {
        changes,
        async write(sql) {
          await together<unknown>([
            accounts.write(sql, changed.accounts),
            bankLinks.write(sql, changed.bankLinks),
            transfers.write(sql, changed.transfers),
            cashDifferences.write(sql, changed.differences),
            ...(changed.postings.length > 0
              ? [sql.query(insertPostings, [JSON.stringify(changed.postings)])]
              : []),
          ]);
          return changes;
        },
      };
    },
    written() {},
  };
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
