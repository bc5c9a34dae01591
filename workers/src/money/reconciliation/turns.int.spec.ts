import type { Database } from '@groundswell/platform/database';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareState } from '../../shared/process-state/follow-state.js';
import { openMoneyDatabase } from '../open-money-database.js';
import { prepareOwnTables } from '../own-tables.js';
import { moneyState } from '../process-state/money-state.js';
import { peopleToReconcile } from './turns.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openMoneyDatabase(fresh.databaseUrl);
  await prepareState(database, moneyState);
  await prepareOwnTables(database);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(() => database.query('TRUNCATE money_person, money_entity, compared'));

const minute = 60_000;
const startedAt = new Date('2026-11-20T15:00:00Z');
const now = new Date(startedAt.getTime() + minute);
const times = { now, startedAt, every: minute, allEvery: 24 * 60 * minute };

/** A number of people who were all compared some minutes ago. */
const people = async (kind: string, count: number, minutesAgo: number, waiting: boolean): Promise<void> => {
  await database.query(
    `INSERT INTO money_person (user_id, broker_account_id, waiting, differing, position)
     SELECT $1 || n, $1 || n, $3, false, 1 FROM generate_series(1, $2::int) n`,
    [kind, count, waiting],
  );
  await database.query(
    'INSERT INTO compared (user_id, compared_at, position) SELECT $1 || n, $3, 1 FROM generate_series(1, $2::int) n',
    [kind, count, new Date(now.getTime() - minutesAgo * minute)],
  );
};

const turns = async () => {
  const chosen = await peopleToReconcile(database, times, 100);
  const of = (kind: string): number => chosen.filter((id) => id.startsWith(kind)).length;
  return { all: chosen.length, waiting: of('waiting'), idle: of('idle') };
};

/** Blocks of PostgreSQL that choosing people touches. */
const blocksTouched = async (): Promise<number> => {
  let blocks = 0;
  const explain = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    const [row] = await database.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    const { Plan: plan } = row?.['QUERY PLAN'][0] ?? {};
    blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
    return [];
  };
  await peopleToReconcile({ ...database, query: explain }, times, 100);
  return blocks;
};

describe('the next turn of a comparison', () => {
  it('goes to people with something pending, however many others are due after a start', async () => {
    await people('idle', 500, 600, false);
    await people('waiting', 20, 2, true);
    expect(await turns()).toEqual({ all: 100, waiting: 20, idle: 80 });
  });

  it('also goes to the others, however many have something pending', async () => {
    await people('idle', 50, 600, false);
    await people('waiting', 500, 2, true);
    expect(await turns()).toEqual({ all: 100, waiting: 70, idle: 30 });
  });

  it('leaves nothing of a round unused', async () => {
    await people('idle', 5, 600, false);
    await people('waiting', 500, 2, true);
    expect(await turns()).toEqual({ all: 100, waiting: 95, idle: 5 });
  });

  it('does not come again at once', async () => {
    await people('idle', 5, 30, false);
    await people('waiting', 5, 0, true);
    expect(await turns()).toEqual({ all: 0, waiting: 0, idle: 0 });
  });

  it('comes at once where the last one was noted by a clock that was ahead of ours', async () => {
    await people('idle', 5, -4, false);
    await people('waiting', 5, -4, true);
    expect(await turns()).toEqual({ all: 10, waiting: 5, idle: 5 });
  });

  it('goes first to people who were never compared, and to those with news', async () => {
    await people('idle', 500, 600, false);
    await people('news', 1, 2, false);
    await database.query(
      `INSERT INTO money_entity (id, user_id, pending, canceling, held_until, position)
       VALUES ('t', 'news1', NULL, false, NULL, 7)`,
    );
    await database.query(
      `INSERT INTO money_person (user_id, broker_account_id, waiting, differing, position)
       VALUES ('never', 'never', false, false, 1), ('nowhere', NULL, true, false, 1)`,
    );
    const chosen = await peopleToReconcile(database, times, 100);
    expect(chosen.slice(0, 2)).toEqual(['news1', 'never']);
    expect(chosen).not.toContain('nowhere');
  });

  it('is found without looking at all that people ever did', async () => {
    await people('idle', 500, 600, false);
    const grow = async (first: number, last: number): Promise<number> => {
      await database.query(
        `INSERT INTO money_entity (id, user_id, pending, canceling, held_until, position)
         SELECT n || ' ' || turn, 'idle' || n, NULL, false, NULL, 1
         FROM generate_series($1::int, $2::int) turn, generate_series(1, 500) n`,
        [first, last],
      );
      await database.query('ANALYZE money_entity, money_person, compared');
      return blocksTouched();
    };
    const [before, after] = [await grow(1, 4), await grow(5, 80)];
    expect(after).toBeLessThan(before * 3);
  });
});
