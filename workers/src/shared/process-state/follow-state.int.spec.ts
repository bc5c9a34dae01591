import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type Position, type RecordedEvent } from '@groundswell/platform/event-store';
import { CheckpointMoved } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { expect, it, onTestFinished } from 'vitest';
import { priceState } from '../../prices/price-state.js';
import { openStateTables, prepareState } from './follow-state.js';

const open = async () => {
  const fresh = await freshDatabase();
  const database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  const eventStore = connectEventStore({ url: 'esdb://127.0.0.1:1?tls=false' });
  const log = createLog({ service: 'spec', level: 'silent' });
  const { signal } = new AbortController();
  await prepareState(database, priceState);
  onTestFinished(async () => {
    await eventStore.dispose();
    await database.close();
    await fresh.drop();
  });
  return { database, tables: openStateTables({ database, eventStore, log, signal, model: priceState }) };
};
const at = (commit: bigint) => ({ events: [], position: { commit, prepare: commit } });

it('events of other areas move its position from time to time, and at the end of the log', async () => {
  const { database, tables } = await open();
  const noted = () => database.query('SELECT commit_position FROM read_store.checkpoint');
  const renamedAt = (position: Position) =>
    ({ type: 'ConceptRenamed', stream: 'concept-a', position }) as RecordedEvent;
  await tables.apply(at(1n));
  for (const commit of [2n, 3n]) {
    const position = { commit, prepare: commit };
    await tables.apply({ events: [renamedAt(position)], position });
  }
  expect(await noted()).toEqual([{ commit_position: '1' }]);
  await expect.poll(noted, { timeout: 5_000, interval: 50 }).toEqual([{ commit_position: '3' }]);
});

it('tables that lost applied changes in a database crash are not continued', async () => {
  const { database, tables } = await open();
  await tables.checkpoint();
  await tables.apply(at(1n));
  await pause(1_100);
  await tables.apply(at(2n));
  await database.query('UPDATE read_store.checkpoint SET commit_position = 1');
  await pause(1_100);
  await expect(tables.apply(at(3n))).rejects.toThrow(CheckpointMoved);
  expect((await tables.checkpoint()).after?.commit).toBe(1n);
  await tables.apply(at(2n));
});
