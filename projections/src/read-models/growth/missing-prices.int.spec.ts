import type { Database } from '@groundswell/platform/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { apply, completed, concept, daysOf, openGrowth, recorded } from '../../specification/growth-story.js';
import { growth } from './growth.js';

describe('growth', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openGrowth();
  });

  it('waits for a symbol not requested yet, and not for one requested in vain', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2));
    const late = concept('late');
    const events = [
      spy,
      completed('2025-11-19'),
      late.created('2025-11-20T15:00:00Z'),
      late.added('2025-11-20T15:00:00Z', 'AAA', 5_000),
      late.added('2025-11-20T15:00:00Z', 'NEW', 5_000),
      aaa,
    ].flatMap((event) => event ?? []);
    await apply(database, events);
    expect(await growth.queries.summaries(database)).toMatchObject([{ id: 'late', performance: null }]);
    await apply(database, [completed('2025-11-20', { symbol: 'NEW', cause: 'no price' })]);
    expect((await growth.queries.ofConcept(database, 'late'))?.performance).not.toBeNull();
  });

  it('waits for a symbol that could not be requested, because its price exists and would change the number', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2));
    const [late] = recorded('NEW', daysOf(3));
    const waiting = concept('waiting');
    const performance = async () => (await growth.queries.ofConcept(database, 'waiting'))?.performance;
    await apply(
      database,
      [
        spy,
        aaa,
        waiting.created('2025-11-20T15:00:00Z'),
        waiting.added('2025-11-20T15:00:00Z', 'AAA', 5_000),
        waiting.added('2025-11-20T15:00:00Z', 'NEW', 5_000),
        completed('2025-11-20', { symbol: 'NEW', cause: 'failed' }),
      ].flatMap((event) => event ?? []),
    );
    const missing = async () => (await growth.queries.inputsOf(database, 'waiting'))?.missing;
    expect([await performance(), await missing()]).toEqual([null, [{ symbol: 'NEW', cause: 'failed' }]]);
    await apply(
      database,
      [late].flatMap((event) => event ?? []),
    );
    expect(await performance()).not.toBeNull();
    expect(await missing()).toEqual([]);
  });

  it('names what had no price at the last session, as far as it is still held', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2).slice(0, -1));
    const halted = concept('halted');
    await apply(
      database,
      [
        spy,
        aaa,
        halted.created('2025-03-03T15:00:00Z'),
        halted.added('2025-03-03T15:00:00Z', 'AAA', 5_000),
        completed('2025-11-20', { symbol: 'AAA', cause: 'no price' }, { symbol: 'OTHER', cause: 'no price' }),
      ].flatMap((event) => event ?? []),
    );
    expect((await growth.queries.inputsOf(database, 'halted'))?.missing).toEqual([
      { symbol: 'AAA', cause: 'no price' },
    ]);
  });

  it('continues for a trend that adds a symbol without prices yet, which counts later', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2));
    const grown = concept('grown');
    await apply(
      database,
      [
        spy,
        aaa,
        completed('2025-11-20'),
        grown.created('2025-03-03T15:00:00Z'),
        grown.added('2025-03-03T15:00:00Z', 'AAA', 5_000),
      ].flatMap((event) => event ?? []),
    );
    const before = await growth.queries.ofConcept(database, 'grown');
    await apply(database, [grown.added('2025-11-20T22:00:00Z', 'NEW', 5_000)]);
    expect(await growth.queries.ofConcept(database, 'grown')).toEqual(before);
    expect(before?.performance).not.toBeNull();
  });

  it('is null for a concept without prices, and for one without holdings', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const empty = concept('empty');
    const unknown = concept('unknown');
    await apply(
      database,
      [
        spy,
        completed('2025-11-20', { symbol: 'NOPE', cause: 'refused' }),
        empty.created('2025-01-02T15:00:00Z'),
        unknown.created('2025-01-02T15:00:00Z'),
        unknown.added('2025-01-02T15:00:00Z', 'NOPE', 10_000),
      ].flatMap((event) => event ?? []),
    );
    expect(await growth.queries.summaries(database)).toEqual([
      { id: 'empty', performance: null, provenance: null, tracked_since: null },
      { id: 'unknown', performance: null, provenance: null, tracked_since: null },
    ]);
    expect((await growth.queries.ofConcept(database, 'unknown'))?.points).toEqual([]);
  });
});
