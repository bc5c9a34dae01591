import type { Database } from '@groundswell/platform/database';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  apply,
  completed,
  concept,
  daysOf,
  openGrowth,
  recorded,
  split,
  story,
} from '../../specification/growth-story.js';
import { recomputation } from '../../specification/recomputation.js';
import { growth } from './growth.js';

const rowsOf = (database: Database) =>
  database.query<{ row: string }>('SELECT to_jsonb(t)::text AS row FROM growth_series t ORDER BY id');

describe('growth', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openGrowth();
  });

  it('is not touched by a change of anything but what is held', async () => {
    await apply(database, story());
    const before = await database.query<{ version: string }>(
      'SELECT xmin::text AS version FROM growth_series',
    );
    expect(await apply(database, [concept('ocean').renamed()])).toBe(false);
    expect(await database.query('SELECT xmin::text AS version FROM growth_series')).toEqual(before);
    expect(before).toHaveLength(2);
  });

  it('is shown over the year up to the last complete session, with the part that was simulated told apart', async () => {
    await apply(database, story());
    const ocean = await growth.queries.ofConcept(database, 'ocean');
    expect(ocean?.points[0]).toEqual(['2024-11-20', '100.000000', '100.000000', true]);
    expect(ocean?.points.at(-1)?.[0]).toBe('2025-11-20');
    expect(ocean?.tracked_since).toBe('2024-11-20');
    expect(ocean?.risk?.drawdown).not.toBeNull();
    const mixed = await growth.queries.ofConcept(database, 'mixed');
    expect(mixed?.tracked_since).toBe('2025-09-01');
    expect(mixed?.points.find(([date]) => date === '2025-08-29')?.[3]).toBe(false);
    const last = Number(mixed?.points.at(-1)?.[1]);
    expect(Number(mixed?.performance)).toBeCloseTo(last / 100 - 1, 8);
  });

  it('is the same however the log was cut, also of what was listed after the last complete session', async () => {
    const ocean = concept('ocean');
    const events = [
      ocean.created('2024-11-11T15:00:00Z'),
      ocean.added('2024-11-11T15:01:00Z', 'AAA', 6_000),
      ...recorded('SPY', daysOf(1)),
      ...recorded('AAA', daysOf(2)),
      completed('2025-11-14'),
      ocean.added('2025-10-20T15:00:00Z', 'NEW', 1_000),
      ...recorded('NEW', daysOf(6, { from: 272 })),
    ].flatMap((event) => event ?? []);
    await apply(database, events);
    const other = await openGrowth();
    for (const event of events) await apply(other, [event]);
    expect(await rowsOf(other)).toEqual(await rowsOf(database));
    expect((await growth.queries.ofConcept(other, 'ocean'))?.points.at(-1)?.[0]).toBe('2025-11-14');
  });

  it('does not show half a session: nothing moves before all prices are there', async () => {
    const events = story();
    await apply(database, events.slice(0, -1));
    expect((await growth.queries.ofConcept(database, 'ocean'))?.points.at(-1)?.[0]).toBe('2025-11-14');
    await apply(database, events.slice(-1));
    expect((await growth.queries.ofConcept(database, 'ocean'))?.points.at(-1)?.[0]).toBe('2025-11-20');
  });

  it('reports a change with each recorded day even when no growth changed, because readers of returns wait for it', async () => {
    const [early = [], late = []] = split(daysOf(1), 200);
    for (const event of recorded('SPY', early, late)) expect(await apply(database, [event])).toBe(true);
    expect(await growth.queries.returnsOf(database, 'SPY', '', 500)).toHaveLength(daysOf(1).length);
  });

  it('is the same, byte for byte, event by event, in one batch, and when batches come twice', async () => {
    const events = story();
    await apply(database, events);
    const expected = await rowsOf(database);
    expect(expected).toHaveLength(2);
    const oneByOne = await openGrowth();
    for (const event of events) {
      await apply(oneByOne, [event]);
      await apply(oneByOne, [event]);
    }
    expect(await rowsOf(oneByOne)).toEqual(expected);
    await apply(database, events);
    expect(await rowsOf(database)).toEqual(expected);
  });

  it('is simulated before a trend first holds something at a close, and never again once it began', async () => {
    const [slip, refilled, weekend] = [concept('slip'), concept('refilled'), concept('weekend')];
    await apply(database, [
      ...story(),
      slip.created('2025-03-03T15:00:00Z'),
      slip.added('2025-03-03T15:01:00Z', 'BBB', 6_000),
      slip.removed('2025-03-03T15:02:00Z', 'BBB'),
      slip.added('2025-03-03T19:00:00Z', 'AAA', 6_000),
      refilled.created('2024-11-05T15:00:00Z'),
      refilled.added('2024-11-05T15:00:00Z', 'BBB', 6_000),
      refilled.removed('2024-11-12T15:00:00Z', 'BBB'),
      refilled.added('2025-03-03T15:00:00Z', 'AAA', 6_000),
      weekend.created('2024-11-15T19:00:00Z'),
      weekend.added('2024-11-15T19:00:00Z', 'BBB', 6_000),
      weekend.removed('2024-11-17T15:00:00Z', 'BBB'),
      weekend.added('2024-11-19T15:00:00Z', 'BBB', 6_000),
      weekend.removed('2024-11-19T15:01:00Z', 'BBB'),
      weekend.added('2025-03-03T19:00:00Z', 'AAA', 6_000),
    ]);
    const sinceOf = async (id: string) => {
      const found = await growth.queries.ofConcept(database, id);
      return [found?.points[0]?.[0], found?.tracked_since, found?.performance === null];
    };
    expect(await sinceOf('slip')).toEqual(['2024-11-20', '2025-03-04', false]);
    expect(await sinceOf('weekend')).toEqual(['2024-11-20', '2025-03-04', false]);
    expect(await sinceOf('refilled')).toEqual(['2025-03-03', '2025-03-03', true]);
    for (const id of ['slip', 'weekend']) {
      const [row] = await database.query<{ value: string }>(recomputation, [id]);
      const last = (await growth.queries.ofConcept(database, id))?.points.at(-1)?.[1];
      expect(Number(row?.value).toFixed(2), id).toBe(Number(last).toFixed(2));
    }
  });

  it('agrees to the cent with plain SQL that goes another way', async () => {
    await apply(database, story());
    for (const id of ['ocean', 'mixed']) {
      const points = (await growth.queries.ofConcept(database, id))?.points ?? [];
      const [row] = await database.query<{ value: string }>(recomputation, [id]);
      expect(points.length).toBeGreaterThan(250);
      expect(Number(row?.value).toFixed(2), id).toBe(Number(points.at(-1)?.[1]).toFixed(2));
    }
  });
});
