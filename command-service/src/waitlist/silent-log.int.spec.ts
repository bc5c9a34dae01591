import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { openLinks } from '@groundswell/platform/links';
import { openWay, type Stack, startStack, type Way } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWaitlist } from './waitlist.js';

let stack: Stack;
let way: Way;
let database: Database;
let eventStore: EventStore;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  way = await openWay(stack.eventStoreUrl);
  database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 1 });
  eventStore = connectEventStore({ url: way.url });
});
afterAll(async () => {
  await eventStore.dispose();
  await database.close();
  await way.close();
  await stack.stop();
});

it('a confirmation holds no database connection while the event store is silent', async () => {
  const links = await openLinks(database);
  const person = randomUUID();
  const waitlist = createWaitlist({
    database,
    eventStore,
    vault: { erase: async () => undefined },
    links,
    personOf: async () => person,
    hasAccount: async () => false,
    now: () => new Date(),
  });
  const origin = { commandId: randomUUID(), correlationId: 'spec' };
  await waitlist.join({ email: 'somebody@example.com', conceptId: undefined, ...origin });
  const purpose = 'confirm_waitlist';
  const token = await links.issue({ purpose, personId: person, cause: randomUUID(), lifetime: 86_400_000 });
  way.silence();
  const confirmed = waitlist.confirm({ token, key: undefined }, 'spec').catch((fault: unknown) => fault);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  // It failed, so the link is still valid.
  if ((await confirmed) !== undefined) expect(await links.personOf(token, purpose)).toBe(person);
});
