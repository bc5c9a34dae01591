import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { connectEventStore, type EventStore, type Position } from '@groundswell/platform/event-store';
import { readCheckpoints, schemaOf } from '@groundswell/platform/read-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPriceDatabase } from '../../prices/open-price-database.js';
import { priceState } from '../../prices/price-state.js';
import { added } from '../../spec-kit/events.js';
import { catchUp, followState, prepareState } from './follow-state.js';

vi.setConfig({ testTimeout: 120_000 });
const eventually = { timeout: 60_000, interval: 25 };
const log = createLog({ service: 'spec', level: 'silent' });

let stack: Stack;
let eventStore: EventStore;
let database: Database;
let stopped: AbortController;
let ended: Promise<void>[];
beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  database = openPriceDatabase(stack.databaseUrl);
  stopped = new AbortController();
  ended = [];
  await prepareState(database, priceState);
});
afterEach(async () => {
  stopped.abort();
  await Promise.all(ended);
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

const hold = async (symbol: string): Promise<Position> => {
  const stream = streamOf('concept', randomUUID());
  return (await eventStore.append(stream, [added(symbol)], { expectedRevision: 'no_stream' })).position;
};
const follow = () => {
  const states: boolean[] = [];
  const onRestored = vi.fn(async () => undefined);
  ended.push(
    followState({
      database,
      eventStore,
      log,
      signal: stopped.signal,
      model: priceState,
      onRestored,
      onNoted: () => undefined,
      onState: (state) => void states.push(state),
    }),
  );
  return { states, onRestored };
};
const known = (...symbols: string[]) =>
  expect.poll(() => priceState.queries.needed(database), eventually).toEqual([...symbols, 'SPY'].sort());
const isStranded = async () => (await readCheckpoints(database, [schemaOf(priceState)]))[0]?.stranded;

describe('process state that has read a longer log than there is', () => {
  it('is rebuilt from the restored log, by one of several followers, and continues with it', async () => {
    const kept = await hold('KEPT');
    await hold('LOST');
    await hold('LOST2');
    const [one, other] = [follow(), follow()];
    await known('KEPT', 'LOST', 'LOST2');

    await stack.restoreLog(kept);
    await hold('NEW');
    await known('KEPT', 'NEW');
    await hold('NEWER');
    await known('KEPT', 'NEW', 'NEWER');
    expect(one.onRestored.mock.calls.length + other.onRestored.mock.calls.length).toBe(1);
    for (const { states } of [one, other]) {
      await expect.poll(() => states.at(-1), eventually).toBe(true);
      expect(states).toContain(false);
    }
    expect(await isStranded()).toBe(false);
  });

  it('is also rebuilt when the log had grown beyond it before anyone read it', async () => {
    const kept = await hold('KEPT');
    const lost = await hold('LOST');
    await catchUp({ database, eventStore, log, model: priceState });
    await stack.restoreLog(kept);
    for (const symbol of ['ONE', 'THREE', 'TWO']) expect((await hold(symbol)).commit).toBeGreaterThan(0n);
    expect((await eventStore.head())?.commit).toBeGreaterThan(lost.commit);
    follow();
    await known('KEPT', 'ONE', 'THREE', 'TWO');
  });

  it('is not used until everything that comes first is done', async () => {
    const kept = await hold('KEPT');
    await hold('LOST');
    const { states, onRestored } = follow();
    await known('KEPT', 'LOST');
    onRestored.mockImplementation(async () => {
      throw new Error('not yet');
    });
    await stack.restoreLog(kept);
    await expect.poll(() => onRestored.mock.calls.length, eventually).toBeGreaterThan(1);
    expect([states.at(-1), await isStranded()]).toEqual([false, true]);
    onRestored.mockImplementation(async () => undefined);
    await known('KEPT');
    await expect.poll(() => states.at(-1), eventually).toBe(true);
  });

  it('is also rebuilt by a command that reads the log to its end', async () => {
    const kept = await hold('KEPT');
    await hold('LOST');
    await catchUp({ database, eventStore, log, model: priceState });
    await stack.restoreLog(kept);
    await catchUp({ database, eventStore, log, model: priceState });
    await known('KEPT');
  });
});
