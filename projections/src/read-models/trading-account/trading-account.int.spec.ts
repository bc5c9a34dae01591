import type { TradingAccountCommand } from '@groundswell/domain/money';
import { type Database, openDatabase } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { applyAtOnce } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountHistory, opened, reported } from '../../specification/account-history.js';
import { tradingAccount } from './trading-account.js';

let database: Database;
let drop: () => Promise<void>;
const schemas = ['whole', 'pieces', 'person_by_person'] as const;
type Schema = (typeof schemas)[number];

beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = openDatabase({ url: fresh.databaseUrl, name: 'trading account spec' });
  for (const schema of schemas) {
    await database.query(`CREATE SCHEMA ${schema}`);
    await database.transaction(
      (sql) => sql.query([tradingAccount.ddl, ...tradingAccount.indexes].join(';\n')),
      { schemas: [schema] },
    );
  }
});
afterAll(async () => {
  await database.close();
  await drop();
});

const tables = {
  trading_account: 'user_id',
  bank_link: 'id',
  transfer: 'id',
  cash_difference: 'id',
  posting: 'entry, account',
};
const empty = (schema: Schema) =>
  database.transaction((sql) => sql.query(`TRUNCATE ${Object.keys(tables).join(', ')}`), {
    schemas: [schema],
  });
const apply = (schema: Schema, events: readonly RecordedEvent[]) =>
  database.transaction((sql) => applyAtOnce(tradingAccount.live(), events, sql), { schemas: [schema] });
const query = <Row extends object>(schema: Schema, text: string) =>
  database.transaction((sql) => sql.query<Row>(text), { schemas: [schema] });
/** All rows of all tables, as text. */
const contents = async (schema: Schema) => {
  const rows: string[] = [];
  for (const [table, key] of Object.entries(tables)) {
    const found = await query<{ row: string }>(
      schema,
      `SELECT t::text AS row FROM ${table} t ORDER BY ${key}`,
    );
    rows.push(table, ...found.map(({ row }) => row));
  }
  return rows;
};

const people = ['ann', 'bob', 'eve'];
const words = [
  'SENT_TO_CLEARING',
  'COMPLETE',
  'COMPLETE',
  'COMPLETE',
  'RETURNED',
  'CANCELED',
  'REJECTED',
  'QUEUED',
];
const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'];

/** A possible next action of a person or the broker. The rules decide on its outcome. */
const step = fc.record({
  who: fc.nat(people.length - 1),
  what: fc.nat(9),
  transfer: fc.nat(5),
  word: fc.nat(words.length - 1),
  cents: fc.integer({ min: 1, max: 60_000 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const commandsOf = ({ what, transfer, word, cents }: Step, person: string): TradingAccountCommand[] => {
  const transferId = `${person} ${transfer}`;
  const dollars = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  if (what < 3) {
    const direction = transfer % 2 === 0 ? 'incoming' : 'outgoing';
    const tradingDay = days[Math.floor(transfer / 2)] ?? '2026-03-09';
    const bankLinkId = `bank of ${person}`;
    return [
      {
        type: 'RequestTransfer',
        now: '2026-03-02T15:00:00.000Z',
        transferId,
        bankLinkId,
        direction,
        amount: dollars,
        tradingDay,
        expectedOn: '2026-03-12',
      },
      { type: 'StartTransferSubmission', transferId, attempt: 1 },
      {
        type: 'RecordTransferAccepted',
        transferId,
        brokerTransferId: `broker's ${transferId}`,
        status: 'QUEUED',
      },
    ];
  }
  if (what < 8) {
    const status = words[word] ?? 'QUEUED';
    const heldUntil = cents % 2 === 0 ? '2026-03-20' : null;
    return [
      {
        type: 'ReportTransferStatus',
        transferId,
        status,
        reason: status === 'RETURNED' ? 'R01' : null,
        heldUntil,
      },
    ];
  }
  if (what === 8) return [{ type: 'ReleaseTransfer', transferId }];
  return [
    { type: 'CancelTransfer', transferId },
    { type: 'ReportCash', brokerCash: dollars },
  ];
};

const logOf = (steps: readonly Step[]): RecordedEvent[] => {
  const accounts = people.map((person) => accountHistory(person));
  return [
    ...accounts.flatMap((account) => opened(account)),
    ...steps.flatMap((taken) => {
      const account = accounts[taken.who];
      return account ? account.does(...commandsOf(taken, account.userId)) : [];
    }),
    // Finally, the broker completes everything it has.
    ...accounts.flatMap((account) =>
      [...account.account.transfers.keys()].flatMap((id) => reported(account, id, 'COMPLETE')),
    ),
  ];
};

/** Cuts the log into pieces, each starting with some events of the previous one. */
const piecesOf = (log: readonly RecordedEvent[], cuts: readonly number[]): RecordedEvent[][] => {
  const places = [...new Set(cuts.map((cut) => cut % log.length))].sort((a, b) => a - b);
  return [...places, log.length].map((end, index) =>
    log.slice(Math.max(0, (places[index - 1] ?? 0) - 3), end),
  );
};

/** The same numbers computed from postings and transfers in plain SQL, without the domain's rules. */
const recomputed = `
  SELECT a.user_id, (a.facts->>'cash')::bigint::text AS cash,
    coalesce((SELECT sum(cents) FROM posting p WHERE p.user_id = a.user_id AND account = 'cash'), 0)::text AS posted,
    coalesce((SELECT sum(cents) FROM posting p WHERE p.user_id = a.user_id), 0)::text AS both_sides,
    coalesce((SELECT balance FROM posting p WHERE p.user_id = a.user_id AND account = 'cash'
      ORDER BY entry DESC LIMIT 1), 0)::text AS last_balance,
    coalesce((SELECT sum(CASE facts->>'direction' WHEN 'incoming' THEN 1 ELSE -1 END * (facts->>'amount')::bigint)
      FROM transfer t WHERE t.user_id = a.user_id AND facts->>'status' IN ('settled', 'available')), 0)::text AS moved
  FROM trading_account a ORDER BY a.user_id`;
const wrongBalances = `
  SELECT entry FROM (SELECT entry, balance, sum(cents) OVER (PARTITION BY user_id, account ORDER BY entry) AS running
    FROM posting) p WHERE balance <> running`;

describe('any history of several people', () => {
  it('comes to the same bytes whole, in pieces that come again, and person by person; and adds up', async () => {
    let movements = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }),
        fc.array(fc.nat(1_000), { maxLength: 12 }),
        async (steps, cuts) => {
          const log = logOf(steps);
          for (const schema of schemas) await empty(schema);
          await apply('whole', log);
          for (const piece of piecesOf(log, cuts)) {
            await apply('pieces', piece);
            expect(await apply('pieces', piece)).toBe(false);
          }
          for (const person of people) {
            await apply(
              'person_by_person',
              log.filter(({ stream }) => stream.endsWith(`-${person}`)),
            );
          }
          const whole = await contents('whole');
          expect(await contents('pieces')).toEqual(whole);
          expect(await contents('person_by_person')).toEqual(whole);
          const sums = await query<Record<string, string>>('whole', recomputed);
          expect(sums).toHaveLength(people.length);
          for (const { cash, posted, both_sides, last_balance, moved } of sums) {
            expect({ posted, both_sides, last_balance, moved }).toEqual({
              posted: cash,
              both_sides: '0',
              last_balance: cash,
              moved: cash,
            });
          }
          expect(await query('whole', wrongBalances)).toEqual([]);
          movements += whole.filter((row) => row.includes(',cash,')).length;
        },
      ),
      { numRuns: 20 },
    );
    // Ensures the generated histories are not empty: money moved many times.
    expect(movements).toBeGreaterThan(20);
  }, 120_000);
});

describe('the questions of one person', () => {
  it('are answered by way of an index', async () => {
    const plan = async (text: string, values: readonly unknown[]) =>
      database.transaction(
        async (sql) => {
          await sql.query('SET LOCAL enable_seqscan = off');
          const lines = await sql.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
          return lines.map((line) => line['QUERY PLAN']).join('\n');
        },
        { schemas: ['whole'] },
      );
    const asked: [string, readonly unknown[]][] = [];
    const listening = {
      ...database,
      query: async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
        asked.push([text, values]);
        return [];
      },
    };
    const { queries } = tradingAccount;
    await queries.account(listening, 'ann');
    await queries.bankLinks(listening, 'ann');
    await queries.transfers(listening, 'ann', '7', 101);
    await queries.transfer(listening, 'ann', 't1');
    await queries.accountState(listening, 'ann', '2026-03-02');
    await queries.activity(listening, 'ann', '7', 101);
    await queries.positionsOf(listening, ['ann']);
    expect(asked).toHaveLength(7);
    for (const [text, values] of asked) expect(await plan(text, values)).not.toContain('Seq Scan');
  });
});
