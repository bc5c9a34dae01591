import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectEventStore } from './connect.js';
import { conceptCreated, conceptRenamed } from './specification.js';
import type { EventStore } from './types.js';

let stack: Stack;
let store: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  store = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
});
afterAll(async () => {
  await store.dispose();
  await stack.stop();
});

it('a log is known by the first event of the product, and a place in it by the event that was seen there', async () => {
  expect(await store.identity()).toBeUndefined();
  const place = { log: 'another', position: undefined, seen: undefined };
  await expect(store.goesOn([place])).rejects.toThrow(
    'The event store is empty; the log another is expected.',
  );

  const client = EventStoreDBClient.connectionString(stack.eventStoreUrl);
  await client.appendToStream('somebody-else', jsonEvent({ type: 'Foreign', data: {} }));
  await client.dispose();
  expect(await store.identity()).toBeUndefined();

  const stream = `concept-${randomUUID()}`;
  const first = conceptCreated('First');
  await store.append(stream, [first], { expectedRevision: 'no_stream' });
  const second = conceptRenamed('Second');
  const { position } = await store.append(stream, [second], { expectedRevision: 0n });
  expect(await store.identity()).toBe(first.id);

  const seen = { id: second.id, stream, revision: 1n, position };
  const here = { log: first.id, position, seen };
  expect(await store.goesOn([])).toEqual([]);
  expect(await store.goesOn([here, { ...here, seen: undefined }])).toEqual([true, true]);
  await expect(store.goesOn([here, { ...here, log: 'another' }])).rejects.toThrow(
    `The event store holds another log (${first.id}); the log another is expected.`,
  );
  for (const elsewhere of [
    { ...seen, id: randomUUID() },
    { ...seen, revision: 2n },
    { ...seen, stream: `concept-${randomUUID()}` },
    { ...seen, position: { commit: position.commit + 1n, prepare: position.commit + 1n } },
  ])
    expect(await store.goesOn([here, { ...here, seen: elsewhere }])).toEqual([true, false]);
});

it('a place within an event comes from another state of the log, and no reader waits for it', async () => {
  const stream = `concept-${randomUUID()}`;
  const { position } = await store.append(stream, [conceptCreated('Before')], {
    expectedRevision: 'no_stream',
  });
  await store.append(stream, [conceptRenamed('Over it')], { expectedRevision: 0n });
  const within = { commit: position.commit + 7n, prepare: position.commit + 7n };
  const lost = `position ${within.commit} was read, but the log no longer holds what was read there`;
  const all = async (read: AsyncIterable<unknown>) => {
    for await (const _ of read);
  };
  await expect(all(store.readAll({ after: within }))).rejects.toThrow(lost);
  await expect(all(store.readStoredLog(within))).rejects.toThrow(lost);
});

it('a reader has seen the last event of the log, although it concerns only others and nobody can read it', async () => {
  const stream = `concept-${randomUUID()}`;
  await store.append(stream, [conceptCreated('Before')], { expectedRevision: 'no_stream' });
  const client = EventStoreDBClient.connectionString(stack.eventStoreUrl);
  const strange = jsonEvent({ type: 'ConceptExploded', data: {}, metadata: {} });
  await client.appendToStream(stream, strange);
  await client.dispose();
  const seen: (string | undefined)[] = [];
  const mark = { log: undefined, seen: undefined };
  for await (const batch of store.readAll({ mark, categories: ['user'] })) seen.push(batch.mark?.seen?.id);
  expect(seen.at(-1)).toBe(strange.id);
});
