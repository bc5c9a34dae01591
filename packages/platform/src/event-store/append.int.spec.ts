import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { openWay, type Stack, startStack, type Way } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withRequest } from '../time/request-age.js';
import { connectEventStore } from './connect.js';
import {
  AppendOutcomeUnknown,
  EventStoreError,
  EventStoreUnavailable,
  WrongExpectedRevision,
} from './errors.js';
import { lookUp } from './look-up.js';
import { conceptCreated, conceptRenamed } from './specification.js';
import type { EventStore } from './types.js';

let stack: Stack;
let store: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'own process' });
  store = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
});
afterAll(async () => {
  await store.dispose();
  await stack.stop();
});

const newStream = () => `concept-${randomUUID()}`;

describe('an append', () => {
  it('is written although our clock is minutes behind the store’s', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const stream = newStream();
    await store.append(stream, [conceptCreated('One')], { expectedRevision: 'no_stream' });
    vi.useRealTimers();
    expect((await store.readStream(stream)).events).toHaveLength(1);
  });
});

describe('an append while the store is away', () => {
  it('waits for it to come back, and is written once', async () => {
    const stream = newStream();
    await store.append(stream, [conceptCreated('One')], { expectedRevision: 'no_stream' });
    await stack.eventStore?.kill();
    const appended = store.append(stream, [conceptRenamed('Two')], { expectedRevision: 0n });
    await stack.restartEventStore();
    expect((await appended).revision).toBe(1n);
    expect((await store.readStream(stream)).events).toHaveLength(2);
  });

  it('reports that nothing was written when nothing was sent, and reads report the store unavailable', async () => {
    const nowhere = connectEventStore({ url: 'esdb://127.0.0.1:1?tls=false', persistence: 100 });
    await expect(nowhere.readStream(newStream())).rejects.toThrow(EventStoreUnavailable);
    await expect(
      nowhere.append(newStream(), [conceptCreated('One')], { expectedRevision: 'no_stream' }),
    ).rejects.toThrow(EventStoreUnavailable);
    await nowhere.dispose();
  });

  it('never repeats an append that expects any revision once its outcome is unknown', async () => {
    const stream = newStream();
    await store.append(stream, [conceptRenamed('x')], { expectedRevision: 'any' });
    // What it has taken it does not answer.
    process.kill(stack.eventStore?.pid ?? 0, 'SIGSTOP');
    const writing = Array.from({ length: 20 }, () =>
      store.append(stream, [conceptRenamed('x')], { expectedRevision: 'any' }).catch((error) => error),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await stack.eventStore?.kill();
    await stack.restartEventStore();
    const failures = (await Promise.all(writing)).filter((outcome) => outcome instanceof Error);
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) expect(failure).toBeInstanceOf(AppendOutcomeUnknown);
    const ids = (await store.readStream(stream)).events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('an append whose answer is lost', () => {
  let way: Way;
  let through: EventStore;
  beforeEach(async () => {
    way = await openWay(stack.eventStoreUrl);
    through = connectEventStore({ url: way.url });
    await through.head();
  });
  afterEach(async () => {
    await through.dispose();
    await way.close();
  });
  /** Appends, lets the answer be lost, and lets the way be good again once it was stored. */
  const appendUnheard = async (stream: string, expectedRevision: 'any' | 'no_stream') => {
    const event = conceptRenamed('Unheard');
    await through.append(newStream(), [conceptRenamed('Opens the stream of appends')], {
      expectedRevision: 'any',
    });
    way.loseAnswers();
    const appended = through.append(stream, [event], { expectedRevision });
    await expect.poll(async () => (await store.readStream(stream)).events.length).toBeGreaterThan(0);
    way.heal();
    return { event, appended };
  };

  it.each(['any', 'no_stream'] as const)('is found by its ids, where it expected %s', async (expected) => {
    const stream = newStream();
    const { event, appended } = await appendUnheard(stream, expected);
    const { events } = await store.readStream(stream);
    expect(events.map(({ id }) => id)).toEqual([event.id]);
    expect(await appended).toEqual({ revision: 0n, position: events[0]?.position });
  });

  // As a node does while the first of them is not yet replicated, the store answers one, and lets the others time out.
  it('is also found when it was the second of two equal ones at one moment', async () => {
    const [stream, event] = [newStream(), conceptRenamed('Twice')];
    const busy = Array.from({ length: 2_000 }, (_, place) => conceptRenamed(`${place}`));
    const underWay = store.append(newStream(), busy, { expectedRevision: 'any' });
    const equal = Array.from({ length: 3 }, () => store.append(stream, [event], { expectedRevision: 'any' }));
    const answers = await Promise.all(equal);
    const { events } = await store.readStream(stream);
    expect(events.map(({ id }) => id)).toEqual([event.id]);
    const found = { revision: 0n, position: events[0]?.position };
    expect(answers).toEqual([found, found, found]);
    await underWay;
  });

  it('is refused for certain once another has taken its place, and in doubt while nothing is there', async () => {
    const client = EventStoreDBClient.connectionString(stack.eventStoreUrl);
    const stream = newStream();
    const ids = [randomUUID(), randomUUID()];
    for (const expected of ['any', 'no_stream'] as const)
      expect(await lookUp(client, stream, ids, expected)).toBeUndefined();
    await store.append(stream, [conceptRenamed('Other')], { expectedRevision: 'no_stream' });
    await expect(lookUp(client, stream, ids, 'no_stream')).rejects.toThrow(WrongExpectedRevision);
    expect(await lookUp(client, stream, ids, 'any')).toBeUndefined();
    expect(await lookUp(client, stream, ids, 0n)).toBeUndefined();
    await client.dispose();
  });
});

describe('an append while another client of the process is cut off', () => {
  it('is written and answered, and its late answer harms nothing', { timeout: 90_000 }, async () => {
    const way = await openWay(stack.eventStoreUrl);
    const other = connectEventStore({ url: way.url, persistence: 0 });
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      await other.append(newStream(), [conceptRenamed('Opens its stream')], { expectedRevision: 'any' });
      const busy = Array.from({ length: 500 }, (_, place) => conceptRenamed(`${place}`));
      const streams = Array.from({ length: 8 }, newStream);
      const written = streams.map((stream) => store.append(stream, busy, { expectedRevision: 'no_stream' }));
      way.loseAnswers();
      await other
        .append(newStream(), [conceptRenamed('Cut off')], { expectedRevision: 'no_stream' })
        .catch(() => undefined);
      way.heal();
      await Promise.all(written);
      ids.push(...streams);
    }
    for (const stream of ids) expect((await store.readStream(stream)).events).toHaveLength(500);
    await other.dispose();
    await way.close();
  });
});

describe('sixty-four writers while the store is killed again and again', () => {
  it('each learn the truth: what was acknowledged is there once, and no failure is without a type', async () => {
    let stopping = false;
    const acknowledged = new Map<string, number>();
    const failures: unknown[] = [];
    const write = async () => {
      const stream = newStream();
      let revision: bigint | 'no_stream' = 'no_stream';
      while (!stopping) {
        const event = conceptRenamed(`${acknowledged.get(stream) ?? 0}`);
        ({ revision } = await store.append(stream, [event], { expectedRevision: revision }));
        acknowledged.set(stream, Number(revision) + 1);
      }
    };
    const writers = Array.from({ length: 64 }, () => write().catch((error) => failures.push(error)));
    for (let round = 0; round < 3; round += 1) {
      const before = [...acknowledged.values()].reduce((sum, count) => sum + count, 0);
      await expect
        .poll(() => [...acknowledged.values()].reduce((sum, count) => sum + count, 0), { timeout: 25_000 })
        .toBeGreaterThan(before + 200);
      await stack.eventStore?.kill();
      await stack.restartEventStore();
    }
    stopping = true;
    await Promise.all(writers);
    for (const failure of failures) expect(failure).toBeInstanceOf(EventStoreError);
    for (const [stream, count] of acknowledged) {
      const { events } = await store.readStream(stream);
      expect(events.length).toBeGreaterThanOrEqual(count);
      expect(events.map(({ data }) => (data as { name: string }).name)).toEqual(
        events.map((_, index) => `${index}`),
      );
    }
  }, 120_000);
});

describe('an append of a request to a store that stands still', () => {
  it('is given up after about three seconds, of unknown outcome, and its repeat writes nothing twice', async () => {
    const stream = newStream();
    await store.append(stream, [conceptCreated('One')], { expectedRevision: 'no_stream' });
    const event = conceptRenamed('Two');
    const usual = connectEventStore({ url: stack.eventStoreUrl });
    onTestFinished(() => usual.dispose());
    const append = () => withRequest(() => usual.append(stream, [event], { expectedRevision: 0n }));
    process.kill(stack.eventStore?.pid ?? 0, 'SIGSTOP');
    const begun = performance.now();
    const outcome = await append().catch((error: unknown) => error);
    const milliseconds = performance.now() - begun;
    process.kill(stack.eventStore?.pid ?? 0, 'SIGCONT');
    expect(outcome).toBeInstanceOf(AppendOutcomeUnknown);
    expect(milliseconds).toBeLessThan(5_000);
    await append();
    const { events } = await store.readStream(stream);
    expect(events.map(({ id }) => id).slice(1)).toEqual([event.id]);
  });
});

describe('three hundred large appends to a store that stands still and is then killed', () => {
  it('each fail with a type, and nothing else is rejected anywhere', async () => {
    const strays: unknown[] = [];
    const note = (reason: unknown) => strays.push(reason);
    process.on('unhandledRejection', note);
    const impatient = connectEventStore({ url: stack.eventStoreUrl, persistence: 0 });
    await impatient.append(newStream(), [conceptCreated('One')], { expectedRevision: 'no_stream' });
    process.kill(stack.eventStore?.pid ?? 0, 'SIGSTOP');
    const writing = Array.from({ length: 300 }, () =>
      impatient
        .append(newStream(), [conceptRenamed('x'.repeat(20_000))], { expectedRevision: 'no_stream' })
        .catch((error: unknown) => error),
    );
    await new Promise(setImmediate);
    await stack.eventStore?.kill();
    await stack.restartEventStore();
    const failures = (await Promise.all(writing)).filter((outcome) => outcome instanceof Error);
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) expect(failure).toBeInstanceOf(EventStoreError);
    await impatient.dispose();
    process.off('unhandledRejection', note);
    expect(strays).toEqual([]);
  });
});
