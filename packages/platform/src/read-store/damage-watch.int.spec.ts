import { setTimeout } from 'node:timers/promises';
import { freshDatabase } from '@groundswell/testing';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../database/database.js';
import { migrate } from '../database/migrate.js';
import { createLog } from '../logging/log.js';
import { damageOf, madeByMigrations, madeByModel } from './damage.js';
import { readDamageNotes, watchDamage } from './damage-watch.js';
import { createTables, prepareReadStore } from './index.js';
import { tallies } from './spec-kit/tallies.js';

const shelf = madeByMigrations(
  'shelf',
  [{ name: 'cards', sql: 'CREATE TABLE card (id text PRIMARY KEY, name text)' }],
  'Mend it.',
);

it('tables that a newer program has made are neither judged nor noted by an older one', async () => {
  const fresh = await freshDatabase();
  onTestFinished(fresh.drop);
  const database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  await prepareReadStore(database);
  const steps = [
    { name: 'cards', sql: 'CREATE TABLE card (id text PRIMARY KEY)' },
    { name: 'names', sql: 'ALTER TABLE card ADD COLUMN name text' },
  ];
  await migrate(database, 'shelf', steps);
  await createTables(database, { ...tallies, version: 2 }, 'tallies');
  const noted = [
    { schema: 'shelf', words: 'what the newer program found' },
    { schema: 'tallies', words: 'the same' },
  ];
  for (const { schema, words } of noted)
    await database.query('INSERT INTO read_store.damage (schema, words) VALUES ($1, $2)', [schema, words]);
  const over = new AbortController();
  const made = [madeByMigrations('shelf', steps.slice(0, 1), 'Mend it.'), madeByModel(tallies, 'Mend it.')];
  let looked = 0;
  const query: Database['query'] = (text, values) => {
    if (text.startsWith('DELETE FROM read_store.damage')) looked += 1;
    return database.query(text, values);
  };
  const log = createLog({ service: 'spec', level: 'silent' });
  const watched = watchDamage({ database: { ...database, query }, made, log, signal: over.signal });
  await expect.poll(() => looked, { timeout: 10_000 }).toBe(1);
  over.abort();
  await watched.ended;
  expect([watched.of('shelf'), await readDamageNotes(database)]).toEqual([undefined, noted]);
  expect(await damageOf(database, made)).toEqual([]);
  await database.close();
});

it('the catalogue is read again only after something in it has changed', async () => {
  const fresh = await freshDatabase();
  onTestFinished(fresh.drop);
  const database = openDatabase({ url: fresh.databaseUrl, name: 'spec', connections: 2 });
  await prepareReadStore(database);
  await database.transaction(async (sql) => {
    await sql.query('CREATE SCHEMA shelf; SET LOCAL search_path TO shelf');
    await shelf.make(sql);
  });
  let [marks, reads] = [0, 0];
  const query: Database['query'] = (text, values) => {
    if (text.includes('pg_get_indexdef')) reads += 1;
    else if (text.includes('pg_attrdef')) marks += 1;
    return database.query(text, values);
  };
  const over = new AbortController();
  const log = createLog({ service: 'spec', level: 'silent' });
  const watched = watchDamage({ database: { ...database, query }, made: [shelf], log, signal: over.signal });
  onTestFinished(async () => {
    over.abort();
    await watched.ended;
    await database.close();
  });
  await expect.poll(() => marks, { timeout: 30_000 }).toBe(3);
  await setTimeout(100);
  expect([reads, watched.of('shelf')]).toEqual([1, undefined]);
  await database.query('ALTER TABLE shelf.card DROP COLUMN name');
  await expect
    .poll(() => watched.of('shelf')?.words, { timeout: 10_000 })
    .toMatch(/^column name .* is missing/);
  await database.query('ALTER TABLE shelf.card ADD COLUMN name text');
  await expect.poll(() => watched.of('shelf'), { timeout: 10_000 }).toBeUndefined();
  expect(reads).toBe(3);
});
