import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { prepareReadStore } from '@groundswell/platform/read-store';
import { startStack } from '@groundswell/testing';
import { expect, it } from 'vitest';
import { readRebuilds } from '../operations/status.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { createTrend } from '../specification/trends.js';
import { openPast } from './past.js';

it('a look back that is broken off is noted as interrupted, and leaves nothing behind', async () => {
  const stack = await startStack({ eventStore: 'shared process' });
  const eventStore = connectEventStore({ url: stack.eventStoreUrl });
  const database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 12 });
  await prepareReadStore(database);
  await createTrend(eventStore, 'Ocean');
  const stop = new AbortController();
  const dependencies = { database, eventStore, signal: stop.signal, onProgress: () => stop.abort() };
  const past = openPast(dependencies, { kind: 'recorded', at: new Date() });

  const building = past.build([trendList]);
  building.catch(() => undefined);
  await past.close();

  await expect(building).rejects.toThrow('aborted');
  expect(await readRebuilds(database)).toMatchObject([{ kind: 'look back', state: 'interrupted' }]);
  const left = await database.query(`SELECT nspname FROM pg_namespace WHERE nspname LIKE '%\\_\\_past%'`);
  expect(left).toEqual([]);
  await database.close();
  await eventStore.dispose();
  await stack.stop();
});
