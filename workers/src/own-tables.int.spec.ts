import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { readDamageNotes, schemaOf, watchDamage } from '@groundswell/platform/read-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openOutbox } from './mail/outbox.js';
import { prepareOwnTables } from './money/own-tables.js';
import { moneyState } from './money/process-state/money-state.js';
import { checkTables, workersMade } from './own-tables.js';
import { prepareAsked } from './prices/asked.js';
import { openPriceDatabase } from './prices/open-price-database.js';
import { priceState } from './prices/price-state.js';
import { followState, prepareState } from './shared/process-state/follow-state.js';

vi.setConfig({ testTimeout: 90_000 });
/** Milliseconds within which an operator must be notified. */
const soon = { timeout: 10_000, interval: 50 };
const log = createLog({ service: 'spec', level: 'silent' });

let stack: Stack;
let eventStore: EventStore;
let database: Database;
let prices: Database;
beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec' });
  prices = openPriceDatabase(stack.databaseUrl);
  await prepareState(database, priceState);
  await prepareState(database, moneyState);
  await prepareAsked(database);
  await prepareOwnTables(database);
  await openOutbox(database);
});
afterEach(async () => {
  await eventStore.dispose();
  await database.close();
  await prices.close();
  await stack.stop();
});

/** Watches the tables like the workers do. */
const watch = () => {
  const over = new AbortController();
  const damage = watchDamage({ database, made: workersMade, log, signal: over.signal });
  onTestFinished(async () => {
    over.abort();
    await damage.ended;
  });
  return {
    why: () => checkTables(damage).why,
    notes: async () => (await readDamageNotes(database)).map(({ schema, words }) => `${schema}: ${words}`),
  };
};

/** Follows the log for prices like a freshly started process. @returns how it ends */
const start = () => {
  const over = new AbortController();
  const states: boolean[] = [];
  const ended = followState({
    database: prices,
    eventStore,
    log,
    signal: over.signal,
    model: priceState,
    onNoted: () => undefined,
    onState: (state) => void states.push(state),
  });
  const stop = async (): Promise<void> => {
    over.abort();
    await ended;
  };
  onTestFinished(stop);
  return { states, stop };
};

const hold = async (symbol: string): Promise<void> => {
  const data = { allocationId: symbol, subConceptId: 's', symbol, companyName: symbol, weight: 100 };
  const metadata = {
    actor: { id: 'a-spec', role: 'system' as const },
    correlationId: 'a-correlation',
    causationId: 'a-cause',
    schemaVersion: 1,
    occurredAt: new Date().toISOString(),
  };
  const event = { id: randomUUID(), type: 'AllocationAdded' as const, data, metadata };
  await eventStore.append(streamOf('concept', randomUUID()), [event], { expectedRevision: 'no_stream' });
};
const needed = () => priceState.queries.needed(prices).catch(() => []);

const tableIn = async (schema: string): Promise<string> => {
  const [found] = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> 'migration' ORDER BY 1 LIMIT 1`,
    [schema],
  );
  return found?.name ?? '';
};

/** Drops one index of a schema, with its constraint if it has one. */
const dropAnIndex = async (schema: string): Promise<void> => {
  const [found] = await database.query<{ table: string; index: string; constraint: string | null }>(
    `SELECT t.relname AS "table", i.relname AS index, k.conname AS constraint
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       LEFT JOIN pg_constraint k ON k.conindid = i.oid
      WHERE t.relnamespace = to_regnamespace($1) AND t.relname <> 'migration' ORDER BY k.conname NULLS FIRST LIMIT 1`,
    [schema],
  );
  await database.query(
    found?.constraint
      ? `ALTER TABLE ${schema}."${found.table}" DROP CONSTRAINT "${found.constraint}"`
      : `DROP INDEX ${schema}."${found?.index}"`,
  );
};

describe('tables of the workers', () => {
  it('are all checked, and healthy as created', async () => {
    const { why, notes } = watch();
    expect(workersMade.map(({ schema }) => schema).toSorted()).toEqual([
      'mail',
      'money',
      'money_book',
      'price_book',
      'prices',
    ]);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect([why(), await notes()]).toEqual([undefined, []]);
  });

  it.each(workersMade.map(({ schema, remedy }) => [schema, remedy] as const))(
    'of %s are noticed within ten seconds when a table or an index is gone, with what mends it',
    async (schema, remedy) => {
      const { why, notes } = watch();
      await dropAnIndex(schema);
      const said = (what: RegExp) =>
        expect.stringMatching(
          new RegExp(`^${schema}: .*${what.source}.* (is missing|does not belong there)`),
        );
      await expect.poll(why, soon).toEqual(said(/(index|constraint)/));
      await expect.poll(notes, soon).toEqual([why()]);
      expect(why()).toContain(remedy);
      const table = await tableIn(schema);
      await database.query(`DROP TABLE ${schema}."${table}" CASCADE`);
      await expect.poll(why, soon).toContain(`table ${table} is missing`);
      await expect.poll(notes, soon).toEqual([why()]);
    },
  );

  it.each([
    [
      'a table',
      () =>
        tableIn(schemaOf(priceState)).then((table) =>
          database.query(`DROP TABLE price_book."${table}" CASCADE`),
        ),
    ],
    ['an index', () => dropAnIndex(schemaOf(priceState))],
  ])('of process state without %s are rebuilt from the log when the workers start again', async (_, harm) => {
    const { why, notes } = watch();
    const before = start();
    await hold('BEFORE');
    await expect.poll(needed, soon).toEqual(['BEFORE', 'SPY']);
    await harm();
    await expect.poll(why, soon).toContain('Start the workers again');
    await before.stop();
    await hold('MEANWHILE');
    const { states } = start();
    await expect.poll(needed, soon).toEqual(['BEFORE', 'MEANWHILE', 'SPY']);
    await expect.poll(() => states.at(-1), soon).toBe(true);
    await expect.poll(async () => [why(), await notes()], soon).toEqual([undefined, []]);
  });
});
