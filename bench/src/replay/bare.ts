import { EventStoreDBClient, START, streamNameFilter } from '@eventstore/db-client';
import { streamCategories } from '@groundswell/contracts';
import type { Measured, Task } from './task.js';

/** The client that everything else here reads with, as it comes: it hands over each event, and no one does anything. */
export const readBare = async ({ eventStoreUrl, until }: Task): Promise<Measured> => {
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const last = BigInt(until);
  const started = performance.now();
  let events = 0;
  const subscription = client.subscribeToAll({
    fromPosition: START,
    filter: streamNameFilter({
      prefixes: streamCategories.map((category) => `${category}-`),
      maxSearchWindow: 500,
    }),
  });
  await new Promise<void>((resolve, reject) => {
    subscription.on('error', reject);
    subscription.on('data', ({ event }) => {
      events += 1;
      if (event?.position && event.position.commit >= last) resolve();
    });
  });
  const seconds = (performance.now() - started) / 1_000;
  await subscription.unsubscribe();
  await client.dispose();
  return { events, seconds };
};
