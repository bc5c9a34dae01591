import type { Sql } from '@groundswell/platform/database';
import type { StoredEvent } from '@groundswell/platform/event-store';
import { expect, it } from 'vitest';
import { placesOf } from './places.js';

it('the places of a long stream are read a part at a time: each of its events may be in another block', async () => {
  const asked: number[] = [];
  const query = async (_text: string, [wanted]: readonly [readonly bigint[]]) => {
    asked.push(wanted.length);
    return [];
  };
  const sql = { query } as unknown as Sql;
  const events = Array.from({ length: 500 }, (_, at) => ({
    id: `${at}`,
    position: { commit: BigInt(at * 300) },
  })) as StoredEvent[];
  const looking = {
    read: <T>(work: (sql: Sql) => Promise<T>) => work(sql),
    eventStore: { goesOn: async () => [true] },
  };
  await placesOf(looking, { position: 10_000_000n, count: 10_000_000, place: undefined }, events);
  expect(asked.reduce((sum, some) => sum + some, 0)).toBe(500);
  expect(Math.max(...asked)).toBeLessThanOrEqual(64);
});
