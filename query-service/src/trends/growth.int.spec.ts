import { conceptCalls, instrumentIdOf, streamOf } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEvent, runningService } from '../specification/running-service.js';

let service: Awaited<ReturnType<typeof runningService>>;
beforeAll(async () => {
  service = await runningService();
});
afterAll(() => service.stop());

const dateAt = (day: number): string => new Date(Date.UTC(2025, 9, 1 + day)).toISOString().slice(0, 10);

/** Every calendar day is a session here, and all returns are the same. */
const record = (symbol: string, totalReturn: string, days: readonly number[]) =>
  service.eventStore.append(
    streamOf('instrument', instrumentIdOf(symbol)),
    [days.slice(0, 200), days.slice(200)].map((some) =>
      newEvent('DailyReturnsRecorded', {
        symbol,
        days: some.map((day) => ({
          date: dateAt(day),
          close: '100',
          totalReturn: day === 0 ? null : totalReturn,
        })),
      }),
    ),
    { expectedRevision: 'any' },
  );

const allDays = Array.from({ length: 400 }, (_, day) => day);
const complete = async (date: string) =>
  service.eventStore.append(
    'market-us',
    [newEvent('SessionPricesCompleted.v3', { date, symbols: 2, missing: [] })],
    { expectedRevision: 'any' },
  );

const held = (symbol: string, weight: number) =>
  newEvent('AllocationAdded', {
    allocationId: symbol,
    subConceptId: 's',
    symbol,
    companyName: symbol,
    weight,
  });

const conceptOf = async (id: string) => {
  const answer = await service.get(`/api/get_concept/?concept_id=${id}`);
  return conceptCalls.getConcept.response.parse(await answer.json());
};
const cardOf = async (id: string) => {
  const answer = await service.get('/api/get_concepts/');
  const { concepts } = conceptCalls.getConcepts.response.parse(await answer.json());
  return concepts.find((concept) => concept.id === id);
};
const eventually = { timeout: 10_000 };

describe('growth over HTTP', () => {
  it('is a list of dates and what $100 became in the trend and in the benchmark, as numbers', async () => {
    const { id } = await service.createConceptOn(
      '2025-11-03',
      'Ocean',
      held('AAA', 5_000),
      held('BBB', 2_500),
    );
    await record('SPY', '0.001', allDays);
    await record('AAA', '0.002', allDays);
    await record('BBB', '0.002', allDays);
    await complete(dateAt(390));
    await expect.poll(async () => (await conceptOf(id)).growth_list.length, eventually).toBe(366);
    const { growth_list } = await conceptOf(id);
    expect(growth_list[0]).toEqual({
      date: dateAt(25),
      portfolio_growth: 100,
      spy_growth: 100,
      tracked: false,
    });
    expect(growth_list[1]).toMatchObject({ portfolio_growth: 100.2, spy_growth: 100.1 });
    expect(growth_list.at(-1)?.portfolio_growth).toBeCloseTo(100 * 1.002 ** 365, 6);
    expect(growth_list.at(-1)?.spy_growth).toBeCloseTo(100 * 1.001 ** 365, 6);
  });

  it('gives cards and trend the same performance: the last value over 100, minus 1', async () => {
    const { id } = await service.createConceptOn('2025-11-03', 'Space', held('AAA', 100));
    await expect.poll(async () => (await cardOf(id))?.performance ?? 0, eventually).toBeGreaterThan(0);
    const { concept, growth_list, risk, tracked_since } = await conceptOf(id);
    expect(concept.performance).toBeCloseTo((growth_list.at(-1)?.portfolio_growth ?? 0) / 100 - 1, 8);
    expect((await cardOf(id))?.performance).toBe(concept.performance);
    // The kit's concepts hold from today on, after all sessions, so everything is simulated.
    expect(tracked_since).toBeNull();
    expect(risk?.drawdown).toBeNull();
  });

  it('says of a card, and of the trend, since when it is tracked and how its return came to be', async () => {
    const { id: fresh } = await service.createConceptOn('2025-11-03', 'Fresh', held('AAA', 100));
    const since = (date: string) => {
      const added = held('AAA', 100);
      return { ...added, metadata: { ...added.metadata, occurredAt: `${date}T14:00:00.000Z` } };
    };
    const { id: half } = await service.createConceptOn('2026-03-02', 'Half', since('2026-03-02'));
    const { id: whole } = await service.createConceptOn('2025-10-01', 'Whole', since('2025-10-01'));
    await expect.poll(async () => (await cardOf(whole))?.performance ?? null, eventually).not.toBeNull();
    for (const [id, provenance, tracked_since] of [
      [fresh, 'simulated', null],
      [half, 'partly_simulated', '2026-03-02'],
      [whole, 'tracked', dateAt(25)],
    ] as const) {
      expect(await cardOf(id)).toMatchObject({ provenance, tracked_since });
      expect(await conceptOf(id)).toMatchObject({ concept: { provenance }, tracked_since });
    }
  });

  it('is null without prices, and the page is served all the same', async () => {
    const { id } = await service.createConceptOn('2025-11-03', 'Unpriced', held('NOPE', 100));
    await expect.poll(async () => (await cardOf(id))?.name, eventually).toBe('Unpriced');
    expect(await cardOf(id)).toMatchObject({ performance: null, provenance: null, tracked_since: null });
    await expect.poll(async () => (await conceptOf(id)).growth_list, eventually).toEqual([]);
  });
});
