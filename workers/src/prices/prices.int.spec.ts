import { type DailyReturn, streamOf } from '@groundswell/contracts';
import { type EventStore, WrongExpectedRevision } from '@groundswell/platform/event-store';
import { readQueues } from '@groundswell/platform/queue';
import { describe, expect, it } from 'vitest';
import { refreshSymbols } from './refresh.js';
import { eventually, log, shareRecording } from './spec-kit/recording.js';

const shared = shareRecording();
const { moveTo, dependencies, start, run, hold, daysOf, lastDay, completed } = shared;

/** The event store as seen by a job that another one overtakes just before it appends to a symbol's stream. */
const overtakenAt = (symbol: string, overtake: () => Promise<unknown>): EventStore => ({
  ...shared.eventStore,
  async append(stream, events, options) {
    if (stream === streamOf('instrument', symbol)) await overtake();
    return shared.eventStore.append(stream, events, options);
  },
});

describe('prices', () => {
  it('of the benchmark are recorded from the first start on, over more than a year', async () => {
    await start();
    await expect.poll(completed, eventually).toEqual([{ date: '2026-11-10', symbols: 1, missing: [] }]);
    // No job keeps its id after it ends, so that the same prices can be requested again.
    const [queue] = await readQueues({ redisUrl: shared.stack.redisUrl, log });
    expect(queue?.counts.completed).toBe(0);
    const days = await daysOf('SPY');
    expect(days[0]).toMatchObject({ date: '2025-09-26', totalReturn: null });
    expect(days.at(-1)?.date).toBe('2026-11-10');
    expect(days.map(({ date }) => date)).not.toContain('2025-11-27');
  });

  it('of a symbol are recorded as soon as it is first held, coins on all seven days', async () => {
    await start();
    await expect.poll(completed, eventually).toHaveLength(1);
    await hold('ocean', ['NVDA', 'BTC/USD']);
    await expect.poll(() => lastDay('NVDA'), eventually).toBe('2026-11-10');
    await expect.poll(() => lastDay('BTC/USD'), eventually).toBe('2026-11-10');
    const weekend = (await daysOf('BTC/USD')).filter(
      ({ date }) => date === '2026-11-07' || date === '2026-11-08',
    );
    expect(weekend).toHaveLength(2);
    expect((await daysOf('BTC/USD')).length).toBeGreaterThan(400);
    const dates = (await daysOf('BTC/USD')).map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
  });

  it('continue day by day, each written once, however often and by however many processes they are requested', async () => {
    await hold('ocean', ['KO', 'ETH/USD', 'HLXL']);
    await Promise.all([run(), run()]);
    const before = await daysOf('KO');
    expect(before.at(-1)?.date).toBe('2026-11-10');
    expect((await daysOf('HLXL'))[0]).toMatchObject({ date: '2026-06-16', totalReturn: null });

    moveTo('2026-11-14T03:00:00Z');
    await Promise.all([run(), run()]);
    expect(await run()).toEqual({ session: '2026-11-13', symbols: 4, asked: 4, missing: [] });
    const after = await daysOf('KO');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ date }) => date)).toEqual([
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
    ]);
    expect((await completed()).map(({ date }) => date)).toEqual(['2026-11-10', '2026-11-13']);
  });

  it('of a session are whole although a late job of the day before wrote first', async () => {
    await hold('ocean', ['KO']);
    await run();
    moveTo('2026-11-13T03:00:00Z');
    let late: Promise<unknown> | undefined;
    const store = overtakenAt('KO', () => {
      late ??= refreshSymbols(dependencies(), ['KO'], '2026-11-11');
      return late;
    });
    await run(store);
    expect((await completed()).at(-1)).toEqual({ date: '2026-11-12', symbols: 2, missing: [] });
    const dates = (await daysOf('KO')).map(({ date }) => date);
    expect(dates.slice(-3)).toEqual(['2026-11-10', '2026-11-11', '2026-11-12']);
  });

  it('are requested again, and no session counts, when another process always wrote first', async () => {
    await hold('ocean', ['KO']);
    const store = overtakenAt('KO', async () => {
      throw new WrongExpectedRevision('instrument-KO', 'unknown', 'unknown');
    });
    expect(await run(store)).toEqual({ session: '2026-11-10', symbols: 2, asked: 1, missing: [] });
    expect(await completed()).toEqual([]);
    expect(await run()).toEqual({ session: '2026-11-10', symbols: 2, asked: 2, missing: [] });
    expect(await lastDay('KO')).toBe('2026-11-10');
  });

  it('recorded night by night are those recorded in one go', async () => {
    await hold('ocean', ['CRWD', 'KO', 'SOL/USD']);
    // These weeks contain a split of CRWD and a dividend of KO.
    for (const night of [
      '2026-09-02',
      '2026-09-12',
      '2026-09-15',
      '2026-09-16',
      '2026-10-01',
      '2026-11-11',
    ]) {
      moveTo(`${night}T03:00:00Z`);
      await run();
    }
    const nightly = await Promise.all(['CRWD', 'KO', 'SOL/USD'].map(daysOf));
    await shared.startAfresh();
    await hold('ocean', ['CRWD', 'KO', 'SOL/USD']);
    await run();
    for (const [index, symbol] of ['CRWD', 'KO', 'SOL/USD'].entries()) {
      const atOnce = await daysOf(symbol);
      const same = nightly[index]?.slice(-40) ?? [];
      const returns = (days: readonly DailyReturn[]) =>
        days.map(({ date, totalReturn }) => [date, Number(totalReturn).toFixed(5)]);
      expect(returns(same), symbol).toEqual(returns(atOnce.slice(-40)));
    }
  });

  it('that do not exist delay no one, and are named', async () => {
    await hold('ocean', ['NOPE', 'KO', 'MERB']);
    moveTo('2026-04-21T03:00:00Z');
    const missing = [
      { symbol: 'MERB', cause: 'no price' },
      { symbol: 'NOPE', cause: 'no price' },
    ];
    expect(await run()).toEqual({ session: '2026-04-20', symbols: 4, asked: 4, missing });
    expect((await completed())[0]).toEqual({ date: '2026-04-20', symbols: 4, missing });
    expect(await lastDay('MERB')).toBe('2026-04-10');
    moveTo('2026-04-28T03:00:00Z');
    await run();
    const halted = (await daysOf('MERB')).map(({ date }) => date);
    expect(halted.slice(-2)).toEqual(['2026-04-10', '2026-04-27']);
  });
});
