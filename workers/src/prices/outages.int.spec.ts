import { Broker, MarketData } from '@groundswell/broker';
import { freshRedis } from '@groundswell/testing';
import { describe, expect, it } from 'vitest';
import { noteAsked } from './asked.js';
import { completeSession } from './complete-session.js';
import { eventually, shareRecording } from './spec-kit/recording.js';

const shared = shareRecording();
const { moveTo, dependencies, start, stop, run, plan, hold, daysOf, lastDay, completed } = shared;

describe('prices', () => {
  it('come in the end when the broker fails at first', async () => {
    await plan({ kind: '429', retryAfter: 0, times: 1 });
    await plan({ kind: '500', times: 2 });
    await plan({ kind: 'drop', times: 1 });
    // The client's own specs cover its pauses between attempts.
    const impatient = { now: Date.now, elapsed: Date.now, random: Math.random, wait: async () => undefined };
    const place = { baseUrl: shared.sandboxUrl, keyId: 'key', secretKey: 'secret', timing: impatient };
    await start({ broker: new Broker(place), data: new MarketData(place) });
    await expect.poll(completed, eventually).toHaveLength(1);
    expect(await lastDay('SPY')).toBe('2026-11-10');
  });

  it('that an outage left out are asked for again the same night, first prices as well', async () => {
    await run();
    const failed = (symbol: string, session: string) =>
      noteAsked(shared.database, session, new Map([[symbol, 'failed']]));
    await failed('KO', '2026-11-10');
    await hold('ocean', ['KO', 'NVDA']);
    await run();
    expect(await lastDay('KO')).toBe('2026-11-10');
    moveTo('2026-11-13T03:00:00Z');
    for (const symbol of ['SPY', 'NVDA']) await failed(symbol, '2026-11-12');
    await noteAsked(shared.database, '2026-11-12', new Map([['KO', 'refused']]));
    expect(await completeSession(dependencies(), '2026-11-12')).toBe(true);
    await start({ rest: 0 });
    for (const symbol of ['SPY', 'KO', 'NVDA'])
      await expect.poll(() => lastDay(symbol), eventually).toBe('2026-11-12');
  });

  it('that an outage left out, and that the broker then has none of, are no longer to come', async () => {
    await hold('ocean', ['NOPE', 'KO']);
    await run();
    moveTo('2026-11-13T03:00:00Z');
    const date = '2026-11-12';
    const failed = ['KO', 'NOPE', 'SPY'].map((symbol) => ({ symbol, cause: 'failed' as const }));
    await noteAsked(shared.database, date, new Map(failed.map(({ symbol, cause }) => [symbol, cause])));
    await completeSession(dependencies(), date);
    await noteAsked(shared.database, date, new Map([['NOPE', 'no price']]));
    await completeSession(dependencies(), date);
    expect(await completed()).toHaveLength(2);
    for (let again = 0; again < 2; again += 1) await run();
    expect((await completed()).slice(1)).toEqual([
      { date, symbols: 3, missing: failed },
      { date, symbols: 3, missing: [{ symbol: 'NOPE', cause: 'no price' }] },
    ]);
  });

  it('are planned again from the log when Redis was down and is empty', async () => {
    await hold('ocean', ['KO']);
    const without = await start({ redisUrl: 'redis://127.0.0.1:1' });
    await expect.poll(async () => (await without.check()).ready, eventually).toBe(true);
    await stop();
    expect(await completed()).toEqual([]);
    await start({ redisUrl: await freshRedis() });
    await expect.poll(completed, eventually).toHaveLength(1);
    expect(await lastDay('KO')).toBe('2026-11-10');
  });

  it('are recorded again when an older log was restored that lacks them', async () => {
    await hold('ocean', ['NVDA']);
    const before = await shared.eventStore.head();
    if (!before) throw new Error('there is no log');
    await start();
    await expect.poll(completed, eventually).toHaveLength(1);
    const days = await daysOf('NVDA');
    await shared.stack.restoreLog(before);
    await expect.poll(completed, { ...eventually, timeout: 25_000 }).toHaveLength(1);
    await expect.poll(() => daysOf('NVDA'), eventually).toEqual(days);
  });
});
