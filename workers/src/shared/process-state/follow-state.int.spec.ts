import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore } from '@groundswell/platform/event-store';
import { freshDatabase } from '@groundswell/testing';
import { expect, it } from 'vitest';
import { priceState } from '../../prices/price-state.js';
import { openStateTables, prepareState } from './follow-state.js';

it('the last position is noted although nothing comes after it', async () => {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  const eventStore = connectEventStore({ url: 'esdb://127.0.0.1:1?tls=false' });
  const log = createLog({ service: 'spec', level: 'silent' });
  const { signal } = new AbortController();
  await prepareState(database, priceState);
  const tables = openStateTables({ database, eventStore, log, signal, model: priceState });
  for (const commit of [1n, 2n, 3n])
    await tables.apply({ events: [], position: { commit, prepare: commit } });
  const noted = () => database.query('SELECT commit_position FROM read_store.checkpoint');
  await expect.poll(noted, { timeout: 5_000, interval: 50 }).toEqual([{ commit_position: '3' }]);
  await eventStore.dispose();
  await database.close();
  await fresh.drop();
});
