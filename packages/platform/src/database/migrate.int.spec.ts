import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isConnectionLoss } from './connection-loss.js';
import { type Database, openDatabase } from './database.js';
import { migrate } from './migrate.js';

const first = { name: 'colours', sql: 'CREATE TABLE colour (name text PRIMARY KEY)' };
const second = { name: 'shades', sql: 'ALTER TABLE colour ADD shade integer' };

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec', schemas: ['paint'] });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

describe('migrations', () => {
  it('run once, however many processes start at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => migrate(database, 'paint', [first])));
    await database.query('INSERT INTO colour VALUES ($1)', ['teal']);
    await migrate(database, 'paint', [first, second]);
    expect(await database.query('SELECT * FROM colour')).toEqual([{ name: 'teal', shade: null }]);
  });

  it('of several rooms do not block each other', async () => {
    for (let room = 0; room < 20; room += 1) {
      const sameRoom = Array.from({ length: 4 }, () => migrate(database, `room_${room}`, []));
      await expect(Promise.all(sameRoom)).resolves.toHaveLength(4);
    }
  });

  it('refuse a database that is newer than the program', async () => {
    await expect(migrate(database, 'paint', [first])).rejects.toThrow(
      'The database is newer than this program: paint is at version 2, but this program knows 1',
    );
  });

  it('refuse a released step that was changed', async () => {
    const changed = { ...second, sql: 'ALTER TABLE colour ADD shade text' };
    await expect(migrate(database, 'paint', [first, changed])).rejects.toThrow('step 2 of paint ("shades")');
  });

  it('leave nothing behind when a step fails', async () => {
    const broken = { name: 'broken', sql: 'CREATE TABLE half (id text); SELECT no_such_function()' };
    await expect(migrate(database, 'paint', [first, second, broken])).rejects.toThrow('no_such_function');
    await expect(database.query('SELECT * FROM half')).rejects.toThrow('does not exist');
  });
});

describe('a lost connection', () => {
  it('is distinguished from a faulty statement, and the pool keeps working', async () => {
    const killed = database.transaction(async (sql) => {
      const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.query('SELECT pg_terminate_backend($1)', [row?.pid]);
      await sql.query('SELECT 1');
    });
    await expect(killed).rejects.toSatisfy(isConnectionLoss);
    await expect(database.query('SELECT 1/0')).rejects.not.toSatisfy(isConnectionLoss);
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
