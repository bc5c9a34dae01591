import { randomUUID } from 'node:crypto';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectEventStore } from './connect.js';
import { OtherLog } from './errors.js';
import { conceptCreated } from './specification.js';
import type { EventStore, LogId } from './types.js';

let stack: Stack;
let expected: LogId | undefined;
let asked = 0;
let store: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  store = connectEventStore({
    url: stack.eventStoreUrl,
    persistence: 20_000,
    expected: async () => {
      asked += 1;
      return expected;
    },
  });
});
afterAll(async () => {
  await store.dispose();
  await stack.stop();
});

const append = () => {
  const event = conceptCreated('One');
  return store
    .append(`concept-${randomUUID()}`, [event], { expectedRevision: 'no_stream' })
    .then(() => event.id);
};

it('appends go into the expected log alone, also when it is exchanged under an open connection', async () => {
  const first = await append();
  expect(asked).toBe(1);
  expected = randomUUID();
  await expect(append()).rejects.toThrow(
    `The event store holds another log (${first}); the log ${expected} is expected.`,
  );
  await expect(store.expectLog()).rejects.toThrow(OtherLog);
  expected = first;
  await append();
  const before = asked;
  await Promise.all([append(), append()]);
  await store.expectLog();
  // What was found holds for as long as the connection.
  expect(asked).toBe(before);

  await stack.restoreLog();
  await expect(append()).rejects.toThrow(`The event store is empty; the log ${first} is expected.`);
  expect(await store.identity()).toBeUndefined();
}, 60_000);
