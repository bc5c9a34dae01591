import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, streamNameFilter } from '@eventstore/db-client';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectEventStore } from './connect.js';
import { UnreadableEvent } from './errors.js';
import { follow } from './follow.js';
import { LiveFeeds } from './live-feed.js';
import { conceptCreated, conceptRenamed } from './specification.js';
import type { EventBatch, EventStore, Position, SubscribeOptions } from './types.js';

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
const renamed = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => conceptRenamed(`${from + index}`));

/** Subscribes from now on, and keeps what comes. */
const listen = async (options: Partial<SubscribeOptions> = {}) => {
  const batches: EventBatch[] = [];
  const caughtUp = vi.fn();
  const stopping = new AbortController();
  const ended = store.subscribe({
    name: 'spec',
    after: await store.head(),
    categories: ['concept'],
    signal: stopping.signal,
    onCaughtUp: caughtUp,
    onBatch: async (batch) => {
      batches.push(batch);
    },
    ...options,
  });
  return {
    batches,
    names: () => batches.flatMap(({ events }) => events.map(({ data }) => (data as { name: string }).name)),
    position: (): Position | undefined => batches.at(-1)?.position,
    caughtUp: (times = 1) => until(() => expect(caughtUp.mock.calls.length).toBeGreaterThanOrEqual(times)),
    ended,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
};
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });
describe('a subscription', () => {
  it('hands over history and then what happens, in order, in batches', async () => {
    const after = await store.head();
    const stream = newStream();
    const { revision } = await store.append(stream, renamed(25), { expectedRevision: 'no_stream' });
    const heard = await listen({ after, batchSize: 10 });
    await heard.caughtUp();
    await store.append(stream, renamed(5, 25), { expectedRevision: revision });
    await until(() => expect(heard.names()).toHaveLength(30));
    expect(heard.names()).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`));
    expect(Math.max(...heard.batches.map(({ events }) => events.length))).toBeLessThanOrEqual(10);
    await heard.stop();
  });

  it('moves its position over events of others at once', async () => {
    const heard = await listen();
    await heard.caughtUp();
    const { position } = await store.append(
      `user-${randomUUID()}`,
      [{ ...conceptRenamed(''), type: 'StaffGranted', data: {} }],
      { expectedRevision: 'no_stream' },
    );
    await until(() => expect(heard.position()).toEqual(position));
    expect(heard.names()).toEqual([]);
    await heard.stop();
  });

  it('hands over one batch at a time, and holds the rest back', async () => {
    let running = 0;
    let most = 0;
    const seen: string[] = [];
    const after = await store.head();
    await store.append(newStream(), renamed(400), { expectedRevision: 'no_stream' });
    const heard = await listen({
      after,
      batchSize: 20,
      onBatch: async ({ events }) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(...events.map(({ data }) => (data as { name: string }).name));
        running -= 1;
      },
    });
    await until(() => expect(seen).toHaveLength(400));
    expect(most).toBe(1);
    expect(seen).toEqual(Array.from({ length: 400 }, (_, n) => `${n}`));
    await heard.stop();
  });

  it('hands over together what came over the connection together', async () => {
    const after = await store.head();
    await store.append(newStream(), renamed(400), { expectedRevision: 'no_stream' });
    const heard = await listen({ after, batchSize: 400 });
    await until(() => expect(heard.names()).toHaveLength(400));
    expect(heard.batches.length).toBeLessThan(40);
    await heard.stop();
  });

  it('comes back after the store was killed and started again, with nothing lost or repeated', async () => {
    const stream = newStream();
    const lost = vi.fn();
    const heard = await listen({ onDisconnected: lost });
    await heard.caughtUp();
    let revision = (await store.append(stream, renamed(20), { expectedRevision: 'no_stream' })).revision;
    for (const round of [1, 2]) {
      await stack.eventStore?.kill();
      await stack.restartEventStore();
      ({ revision } = await store.append(stream, renamed(20, round * 20), { expectedRevision: revision }));
    }
    await until(() => expect(heard.names()).toHaveLength(60));
    expect(heard.names()).toEqual(Array.from({ length: 60 }, (_, n) => `${n}`));
    expect(lost).toHaveBeenCalled();
    await heard.stop();
  });

  it('comes back after an orderly stop of the store, and is at the last event, not beyond it', async () => {
    const heard = await listen();
    await heard.caughtUp();
    await stack.eventStore?.stop();
    await stack.restartEventStore();
    await heard.caughtUp(2);
    await store.append(newStream(), renamed(3), { expectedRevision: 'no_stream' });
    await until(() => expect(heard.names()).toEqual(['0', '1', '2']));
    expect(heard.batches.every(({ events }) => events.length > 0)).toBe(true);
    await heard.stop();
  });

  it('ends with the fault of its handler', async () => {
    const heard = await listen({
      onBatch: async () => {
        throw new Error('cannot write');
      },
    });
    const ending = expect(heard.ended).rejects.toThrow('cannot write');
    await heard.caughtUp();
    await store.append(newStream(), renamed(1), { expectedRevision: 'no_stream' });
    await ending;
  });

  it('hands over what came before an event that it cannot read, then ends and names it', async () => {
    const after = await store.head();
    const stream = newStream();
    const raw = EventStoreDBClient.connectionString(stack.eventStoreUrl);
    await store.append(stream, [conceptCreated('Known')], { expectedRevision: 'no_stream' });
    const strange = jsonEvent({ type: 'ConceptExploded', data: {}, metadata: {} });
    const { position } = await raw.appendToStream(stream, strange);
    const heard = await listen({ after });
    await expect(heard.ended).rejects.toThrow(UnreadableEvent);
    await expect(heard.ended).rejects.toThrow(`ConceptExploded ${strange.id} (${stream} at 1)`);
    expect(heard.names()).toEqual(['Known']);
    expect(heard.position()?.commit).toBeLessThan(position?.commit ?? 0n);
    await raw.dispose();
  });
});

describe('an event of an older version', () => {
  const asWritten = { date: '2026-01-05', symbols: 3, missing: ['HALT'] };
  const asRead = { ...asWritten, missing: [{ symbol: 'HALT', cause: 'unknown' }] };
  const metadata = { ...conceptCreated('Any').metadata };

  it('reaches every reader of its stream, the log or a subscription in its newest shape', async () => {
    const after = await store.head();
    const stream = `market-${randomUUID()}`;
    const raw = EventStoreDBClient.connectionString(stack.eventStoreUrl);
    const older = jsonEvent({ type: 'SessionPricesCompleted', data: asWritten, metadata });
    await raw.appendToStream(stream, older);
    const shapeOf = ({ type, data }: { type: string; data: unknown }) => ({ type, data });
    const newest = [{ type: 'SessionPricesCompleted.v3', data: asRead }];
    expect((await store.readStream(stream)).events.map(shapeOf)).toEqual(newest);
    const log: { type: string; data: unknown }[] = [];
    for await (const { events } of store.readAll({ after, categories: ['market'] })) log.push(...events);
    expect(log.map(shapeOf)).toEqual(newest);
    const heard = await listen({ after, categories: ['market'] });
    await until(() => expect(heard.batches.flatMap(({ events }) => events).map(shapeOf)).toEqual(newest));
    await heard.stop();
    await raw.dispose();
  });

  it('is not written any more, and the version in the metadata is the one in the name', async () => {
    const stream = `market-${randomUUID()}`;
    const event = (type: string, data: object) => ({ ...conceptCreated('Any'), type, data }) as never;
    const append = (type: string, data: object) =>
      store.append(stream, [event(type, data)], { expectedRevision: 'any' });
    await expect(append('SessionPricesCompleted', asWritten)).rejects.toThrow('succeeded by a newer version');
    await append('SessionPricesCompleted.v3', asRead);
    expect((await store.readStream(stream)).events[0]?.metadata.schemaVersion).toBe(3);
  });

  it('from a newer program stops its reader, which names the program that is too old', async () => {
    const stream = newStream();
    const raw = EventStoreDBClient.connectionString(stack.eventStoreUrl);
    const newer = jsonEvent({ type: 'ConceptRenamed.v9', data: { name: 'Sea' }, metadata });
    await raw.appendToStream(stream, newer);
    await expect(store.readStream(stream)).rejects.toThrow(
      `(${stream} at 0) cannot be read: it is version 9 of ConceptRenamed, but this program knows it only up to version 1`,
    );
    await raw.dispose();
  });
});

const alone = () => ({ batchSize: 10, onDisconnected: () => undefined, feeds: new LiveFeeds() });

describe('a server that promises no checkpoint at the head', () => {
  type Options = NonNullable<Parameters<EventStoreDBClient['subscribeToAll']>[0]>;
  /** The client of a server whose checkpoints are others: what it says instead, or nothing. */
  const withCheckpoints = (raw: EventStoreDBClient, said: Position | undefined) =>
    new Proxy(raw, {
      get(target, name) {
        const found = Reflect.get(target, name, target);
        if (name !== 'subscribeToAll') return found;
        return ({ filter, ...options }: Options) => {
          const told = filter?.checkpointReached;
          const checkpointReached: typeof told = (subscription) =>
            said && told ? told(subscription, said) : undefined;
          return target.subscribeToAll({
            ...options,
            ...(filter && { filter: { ...filter, checkpointReached } }),
          });
        };
      },
    });

  it.each([
    ['nothing at all', undefined],
    ['that there is nothing yet', { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n }],
    ['the place that was asked for', { commit: 1n, prepare: 1n }],
    ['where its log ends, behind the last event', { commit: 2n ** 40n, prepare: 2n ** 40n }],
  ])('is followed to the head all the same when it says %s', async (_, said) => {
    const raw = EventStoreDBClient.connectionString(stack.eventStoreUrl);
    await store.append(newStream(), [conceptCreated('Other')], { expectedRevision: 'no_stream' });
    const stopping = new AbortController();
    const followed = follow(withCheckpoints(raw, said), {
      after: undefined,
      categories: ['tradingAccount'],
      livenessInterval: 5_000,
      signal: stopping.signal,
      ...alone(),
    });
    const seen = [];
    for await (const { batch, caughtUp } of followed) {
      if (batch) seen.push(batch);
      if (caughtUp) break;
    }
    expect(seen.flatMap(({ events }) => events)).toEqual([]);
    expect(seen.at(-1)?.position).toEqual(await store.head());
    stopping.abort();
    await raw.dispose();
  });
});

describe('a subscription that falls silent without an error', () => {
  it('is opened again once the head of the log stays ahead of it', async () => {
    const after = await store.head();
    await store.append(newStream(), [conceptCreated('Unheard')], { expectedRevision: 'no_stream' });
    const raw = EventStoreDBClient.connectionString(stack.eventStoreUrl);
    let opened = 0;
    // The first one hears of nothing, as a half-open connection would not.
    const silentAtFirst = new Proxy(raw, {
      get(target, name) {
        if (name !== 'subscribeToAll') return Reflect.get(target, name, target);
        return (options: Parameters<typeof raw.subscribeToAll>[0]) => {
          opened += 1;
          const deaf = { fromPosition: 'end' as const, filter: streamNameFilter({ prefixes: ['nothing-'] }) };
          const subscription = raw.subscribeToAll(opened === 1 ? deaf : options);
          return opened === 1 ? Object.assign(subscription, { emit: () => true }) : subscription;
        };
      },
    });
    const stopping = new AbortController();
    const followed = follow(silentAtFirst, {
      after,
      categories: ['concept'],
      livenessInterval: 50,
      signal: stopping.signal,
      ...alone(),
    });
    const first = await followed.next();
    expect(first.value?.batch?.events).toMatchObject([{ data: { name: 'Unheard' } }]);
    expect(opened).toBe(2);
    stopping.abort();
    await followed.return(undefined);
    await raw.dispose();
  });
});
