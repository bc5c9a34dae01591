import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type Position, type RecordedEvent } from '@groundswell/platform/event-store';
import { freshDatabase } from '@groundswell/testing';
import { expect, it } from 'vitest';
import { priceState } from '../../prices/price-state.js';
import { openStateTables, prepareState } from './follow-state.js';

it('events that do not concern it move its position now and then, and at last although nothing comes after them', async () => {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  const eventStore = connectEventStore({ url: 'esdb://127.0.0.1:1?tls=false' });
  const log = createLog({ service: 'spec', level: 'silent' });
  const { signal } = new AbortController();
  await prepareState(database, priceState);
  const tables = openStateTables({ database, eventStore, log, signal, model: priceState });
  const noted = () => database.query('SELECT commit_position FROM read_store.checkpoint');
  const renamedAt = (position: Position) =>
    ({ type: 'ConceptRenamed', stream: 'concept-a', position }) as RecordedEvent;
  await tables.apply({ events: [], position: { commit: 1n, prepare: 1n } });
  for (const commit of [2n, 3n]) {
    const position = { commit, prepare: commit };
    await tables.apply({ events: [renamedAt(position)], position });
  }
  expect(await noted()).toEqual([{ commit_position: '1' }]);
  await expect.poll(noted, { timeout: 5_000, interval: 50 }).toEqual([{ commit_position: '3' }]);
  await eventStore.dispose();
  await database.close();
  await fresh.drop();
});
