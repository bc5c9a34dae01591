import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectEventStore } from './connect.js';
import { InvalidEvent, UnreadableEvent, WrongExpectedRevision } from './errors.js';
import { type FollowOptions, follow } from './follow.js';
import type { Followed } from './follow-once.js';
import { LiveFeeds } from './live-feed.js';
import { load } from './load.js';
import { conceptCreated, conceptRenamed } from './specification.js';
import type { EventStore } from './types.js';

let stack: Stack;
let store: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  store = connectEventStore({ url: stack.eventStoreUrl });
});
afterAll(async () => {
  await store.dispose();
  await stack.stop();
});

const newStream = () => `concept-${randomUUID()}`;
const renamed = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => conceptRenamed(`${from + index}`));
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

describe('append and read', () => {
  it('gives back what was appended, in order, with position and revision', async () => {
    const stream = newStream();
    const created = conceptCreated('Ocean');
    const first = await store.append(stream, [created], { expectedRevision: 'no_stream' });
    const second = await store.append(stream, [conceptRenamed('Sea'), conceptRenamed('Blue')], {
      expectedRevision: first.revision,
    });
    const { events, revision } = await store.readStream(stream);
    expect(events.map(({ type, revision }) => [type, revision])).toEqual([
      ['ConceptCreated', 0n],
      ['ConceptRenamed', 1n],
      ['ConceptRenamed', 2n],
    ]);
    expect(events[0]).toMatchObject({
      id: created.id,
      stream,
      data: created.data,
      metadata: created.metadata,
    });
    expect(events[0]?.position).toEqual(first.position);
    expect(events[2]?.position).toEqual(second.position);
    expect(revision).toBe(2n);
    expect(await store.head()).toEqual(second.position);
  });

  it('knows a stream that does not exist', async () => {
    expect(await store.readStream(newStream())).toEqual({ events: [], revision: 'no_stream' });
  });

  it('folds a stream', async () => {
    const stream = newStream();
    await store.append(stream, [conceptCreated('One'), conceptRenamed('Two')], {
      expectedRevision: 'no_stream',
    });
    const names = await load(store, stream, {
      initialState: [] as string[],
      evolve: (state, event: { type: string; data: { name?: string } }) => [...state, event.data.name ?? ''],
    });
    expect(names).toMatchObject({ state: ['One', 'Two'], revision: 1n });
  });

  it('reports a conflict with both revisions', async () => {
    const stream = newStream();
    await store.append(stream, [conceptCreated('One')], { expectedRevision: 'no_stream' });
    const conflict = store.append(stream, [conceptRenamed('Two')], { expectedRevision: 'no_stream' });
    await expect(conflict).rejects.toThrow(WrongExpectedRevision);
    await expect(conflict).rejects.toMatchObject({ stream, expected: 'no_stream', actual: 0n });
  });

  it('answers a repeat with the same ids as it did the first time', async () => {
    const stream = newStream();
    const events = [conceptCreated('One'), conceptRenamed('Two')];
    const first = await store.append(stream, events, { expectedRevision: 'no_stream' });
    expect(await store.append(stream, events, { expectedRevision: 'no_stream' })).toEqual(first);
    expect((await store.readStream(stream)).events).toHaveLength(2);
  });

  it('does not append what the catalogue does not allow', async () => {
    const stream = newStream();
    const nameless = { ...conceptRenamed('x'), data: { title: 'x' } };
    const faulty = store.append(stream, [nameless as never], { expectedRevision: 'no_stream' });
    await expect(faulty).rejects.toThrow(InvalidEvent);
    // No read model could ever apply these.
    for (const name of ['wave \ud83c', 'wave \0']) {
      const broken = store.append(stream, [conceptRenamed(name)], { expectedRevision: 'any' });
      await expect(broken).rejects.toThrow('a text in it cannot be stored');
    }
    const unknown = { ...conceptRenamed('x'), type: 'ConceptUpdated' };
    await expect(store.append(stream, [unknown as never], { expectedRevision: 'any' })).rejects.toThrow(
      'the catalogue does not know it',
    );
    expect((await store.readStream(stream)).revision).toBe('no_stream');
  });

  it('drops fields that are not in the schema, so that nothing unforeseen is kept forever', async () => {
    const stream = newStream();
    const renamed = { ...conceptRenamed('Two'), data: { name: 'Two', email: 'ann@example.test' } };
    await store.append(stream, [renamed], { expectedRevision: 'no_stream' });
    expect((await store.readStream(stream)).events[0]?.data).toEqual({ name: 'Two' });
  });

  it('reads the log from after a position up to another, other categories left out', async () => {
    const stream = newStream();
    const before = await store.append(stream, [conceptCreated('One')], { expectedRevision: 'no_stream' });
    await store.append(`user-${randomUUID()}`, [{ ...conceptRenamed('x'), type: 'StaffGranted', data: {} }], {
      expectedRevision: 'no_stream',
    });
    const until = await store.append(
      stream,
      [1, 2, 3].map((n) => conceptRenamed(`${n}`)),
      {
        expectedRevision: before.revision,
      },
    );
    await store.append(stream, [conceptRenamed('later')], { expectedRevision: until.revision });
    const read = [];
    for await (const batch of store.readAll({
      after: before.position,
      until: until.position,
      categories: ['concept'],
      batchSize: 2,
    })) {
      expect(batch.events.length).toBeLessThanOrEqual(2);
      read.push(...batch.events);
    }
    expect(read.map(({ data }) => data)).toEqual([{ name: '1' }, { name: '2' }, { name: '3' }]);
  });
});

describe('subscribers that have caught up', () => {
  /** A client that counts the subscriptions it opens. */
  const counting = () => {
    const raw = EventStoreDBClient.connectionString(stack.eventStoreUrl);
    const opened = { count: 0 };
    const client = new Proxy(raw, {
      get(target, name) {
        if (name === 'subscribeToAll') opened.count += 1;
        return Reflect.get(target, name, target);
      },
    });
    return { raw, client, opened };
  };
  const followWith = (client: EventStoreDBClient, feeds: LiveFeeds, wanted: Partial<FollowOptions> = {}) => {
    const stopping = new AbortController();
    const heard: string[] = [];
    const state = { caughtUp: 0, lost: 0, held: Promise.resolve() };
    const hear = async ({ batch, caughtUp }: Followed): Promise<void> => {
      if (batch && batch.events.length > 0) await state.held;
      for (const { data } of batch?.events ?? []) heard.push((data as { name: string }).name);
      if (caughtUp) state.caughtUp += 1;
    };
    const followed = follow(client, {
      after: undefined,
      categories: ['concept'],
      batchSize: 500,
      livenessInterval: 20_000,
      signal: stopping.signal,
      onDisconnected: () => {
        state.lost += 1;
      },
      feeds,
      ...wanted,
    });
    const ended = (async () => {
      for await (const each of followed) await hear(each);
    })();
    const stop = (): Promise<void> => {
      stopping.abort();
      return ended;
    };
    return { heard, state, ended, stop };
  };

  it('share one connection, and each gets all of its events in order', async () => {
    const { raw, client, opened } = counting();
    const feeds = new LiveFeeds();
    const after = await store.head();
    const followers = Array.from({ length: 5 }, () => followWith(client, feeds, { after }));
    const others = followWith(client, feeds, { after, categories: ['tradingAccount'] });
    await until(() => expect(followers.map(({ state }) => state.caughtUp)).toEqual(Array(5).fill(1)));
    await until(() => expect(others.state.caughtUp).toBe(1));
    await store.append(newStream(), renamed(1), { expectedRevision: 'no_stream' });
    await until(() => expect(followers.map(({ heard }) => heard)).toEqual(Array(5).fill(['0'])));
    // One of its own for each to catch up, and one for all.
    expect(opened.count).toBe(7);
    const stream = newStream();
    for (let n = 1; n < 30; n += 1)
      await store.append(stream, renamed(1, n), { expectedRevision: n === 1 ? 'no_stream' : BigInt(n - 2) });
    const all = Array.from({ length: 30 }, (_, n) => `${n}`);
    await until(() => expect(followers.map(({ heard }) => heard)).toEqual(Array(5).fill(all)));
    expect(opened.count).toBe(7);
    expect(others.heard).toEqual([]);
    await Promise.all([...followers, others].map(({ stop }) => stop()));
    await raw.dispose();
  });

  it('lose nothing when one of them is far slower than the others', async () => {
    const { raw, client } = counting();
    const feeds = new LiveFeeds();
    const after = await store.head();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = followWith(client, feeds, { after });
    slow.state.held = held;
    const quick = followWith(client, feeds, { after });
    await until(() => expect([slow.state.caughtUp, quick.state.caughtUp]).toEqual([1, 1]));
    const stream = newStream();
    for (let n = 0; n < 6; n += 1)
      await store.append(stream, renamed(300, n * 300), {
        expectedRevision: n === 0 ? 'no_stream' : BigInt(n * 300 - 1),
      });
    const all = Array.from({ length: 1_800 }, (_, n) => `${n}`);
    await until(() => expect(quick.heard).toEqual(all));
    release();
    await until(() => expect(slow.heard).toEqual(all));
    expect([slow.state.lost, quick.state.lost]).toEqual([0, 0]);
    await Promise.all([slow.stop(), quick.stop()]);
    await raw.dispose();
  });

  it('continue without the one that meets an unreadable event', async () => {
    const { raw, client, opened } = counting();
    const feeds = new LiveFeeds();
    const after = await store.head();
    const mark = { log: undefined, seen: undefined };
    const concerned = followWith(client, feeds, { after });
    const others = followWith(client, feeds, { after, mark, categories: ['tradingAccount'] });
    const ending = expect(concerned.ended).rejects.toThrow(UnreadableEvent);
    await until(() => expect([concerned.state.caughtUp, others.state.caughtUp]).toEqual([1, 1]));
    const strange = jsonEvent({ type: 'ConceptExploded', data: {}, metadata: {} });
    await raw.appendToStream(newStream(), strange);
    await ending;
    await until(() => expect(others.state.caughtUp).toBeGreaterThanOrEqual(2));
    expect(others.state.lost).toBe(0);
    // Nothing comes after that event: they ask less and less, instead of over and over.
    const before = opened.count;
    await setTimeout(3_000);
    expect(opened.count - before).toBeLessThan(80);
    await others.stop();
    await raw.dispose();
  });
});
