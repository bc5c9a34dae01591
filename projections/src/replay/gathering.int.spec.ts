import { type Database, openDatabase } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { createTables, prepareReadStore } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { history } from '../specification/history.js';
import { Gathering } from './gathering.js';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec', schemas: ['beside'] });
  await prepareReadStore(database);
  await database.transaction((sql) => createTables(sql, trendList, 'beside'));
});
afterAll(async () => {
  await database.close();
  await drop();
});

it('folding continues from the current row, even when it was handed over again before other events', async () => {
  const [ocean, air] = [history('concept-ocean'), history('concept-air')];
  const created = (conceptId: string) => ({ conceptId, name: 'First', description: 'Tides' });
  const gathering = await Gathering.begin(database, trendList, 'beside', undefined);
  let commit = 0n;
  const take = async (event: RecordedEvent): Promise<void> => {
    commit += 1n;
    const position = { commit, prepare: commit };
    await gathering.prepare([{ ...event, position }]);
    gathering.take([{ ...event, position }], position);
  };
  await take(ocean.event('ConceptCreated', created('ocean')));
  await gathering.write();
  await take(ocean.event('ConceptRenamed', { name: 'Second' }));
  await gathering.write();
  await take(air.event('ConceptCreated', created('air')));
  await take(ocean.event('ConceptDescribed', { description: 'Waves' }));
  await gathering.write();
  await gathering.end();
  expect(await database.query('SELECT name, description FROM card ORDER BY id')).toEqual([
    { name: 'First', description: 'Tides' },
    { name: 'Second', description: 'Waves' },
  ]);
});
