import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from './database.js';
import { takeRedis } from './redis.js';
import { startStack } from './stack.js';

describe('the parts of an integration test', () => {
  it('gives each test a database of its own, on a server that keeps what it acknowledged', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
    const client = new pg.Client({ connectionString: one.databaseUrl });
    await client.connect();
    await client.query('CREATE TABLE thing (id int)');
    const settings = await client.query(
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') ORDER BY 1`,
    );
    await client.end();
    expect(settings.rows.map((row) => row.setting)).toStrictEqual(['on', 'on', 'on']);

    const neighbour = new pg.Client({ connectionString: other.databaseUrl });
    await neighbour.connect();
    await expect(neighbour.query('SELECT * FROM thing')).rejects.toThrow('does not exist');
    await neighbour.end();
    await Promise.all([one.drop(), other.drop()]);
  });

  it('gives each test a Redis database of its own', async () => {
    const [one, other] = await Promise.all([takeRedis(), takeRedis()]);
    expect(one.url).toMatch(/^redis:\/\/:tests@127\.0\.0\.1:\d+\/\d+$/);
    expect(one.url).not.toBe(other.url);
    // However many are taken and returned meanwhile, none that is in use is handed out.
    for (let turn = 0; turn < 15; turn += 1) {
      const next = await takeRedis();
      expect([one.url, other.url]).not.toContain(next.url);
      await next.giveBack();
    }
    await Promise.all([one.giveBack(), other.giveBack()]);
  });

  it('gives a test an event store of its own when it asks for one, and takes it away again', async () => {
    const stack = await startStack({ eventStore: 'shared process' });
    const { hostname, port } = new URL(stack.eventStoreUrl);
    const knock = async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.destroy();
    };
    await knock();
    await stack.stop();
    await expect(knock()).rejects.toThrow('ECONNREFUSED');
  });
});
